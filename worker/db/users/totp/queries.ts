import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { UserKey } from "../keys";
import { totpSecrets } from "./schema";

export function selectTotpSecret(db: Database, user: UserKey) {
  return db
    .select({ sealedSecret: totpSecrets.sealedSecret, lastUsedStep: totpSecrets.lastUsedStep })
    .from(totpSecrets)
    .where(isSecretOf(user));
}

export function isSecretOf({ projectId, userId }: UserKey) {
  return and(eq(totpSecrets.projectId, projectId), eq(totpSecrets.userId, userId));
}
