import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { isOutgoing, type Outgoing } from "../../sealed-rows";
import { totpSecrets } from "./schema";

export function selectTotpSecret(db: Database, user: UserKey) {
  return db
    .select({ sealedSecret: totpSecrets.sealedSecret, lastUsedStep: totpSecrets.lastUsedStep })
    .from(totpSecrets)
    .where(isSecretOf(user));
}

/** Secrets of all projects that a rotation of the root secret has to seal anew. */
export function selectOutgoingTotpSecrets(db: Database, { seal, limit }: Outgoing) {
  const { projectId, userId, sealedSecret } = totpSecrets;
  return db
    .select({ projectId, userId, sealedSecret })
    .from(totpSecrets)
    .where(isOutgoing(totpSecrets.seal, seal))
    .limit(limit);
}

export function isSecretOf({ projectId, userId }: UserKey) {
  return and(eq(totpSecrets.projectId, projectId), eq(totpSecrets.userId, userId));
}
