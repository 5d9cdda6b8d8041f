import { and, eq, isNull, lt, or } from "drizzle-orm";
import { totpSecrets } from "../../../db/users/totp/schema";
import type { Database } from "../../../platform/database";

interface OneUser {
  projectId: string;
  userId: string;
}

export function selectTotpSecret(db: Database, user: OneUser) {
  return db
    .select({ sealedSecret: totpSecrets.sealedSecret, lastUsedStep: totpSecrets.lastUsedStep })
    .from(totpSecrets)
    .where(isSecretOf(user));
}

/** Takes a time step for one sign-in: of all that try at once, one gets the row back, and no older step can be taken then. */
export function claimTotpStep(db: Database, { step, ...user }: OneUser & { step: number }) {
  return db
    .update(totpSecrets)
    .set({ lastUsedStep: step })
    .where(and(isSecretOf(user), or(isNull(totpSecrets.lastUsedStep), lt(totpSecrets.lastUsedStep, step))))
    .returning({ userId: totpSecrets.userId });
}

function isSecretOf({ projectId, userId }: OneUser) {
  return and(eq(totpSecrets.projectId, projectId), eq(totpSecrets.userId, userId));
}
