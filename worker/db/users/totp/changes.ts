import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Condition, Database, Statement } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { deleteRecoveryCodes } from "../recovery-codes/changes";
import { isSecretOf } from "./queries";
import { totpSecrets } from "./schema";

/** Takes a time step for one sign-in: of all requests at once, one gets the row back, and no older step can be taken then. */
export function claimTotpStep(db: Database, { step, ...user }: UserKey & { step: number }) {
  return db
    .update(totpSecrets)
    .set({ lastUsedStep: step })
    .where(and(isSecretOf(user), or(isNull(totpSecrets.lastUsedStep), lt(totpSecrets.lastUsedStep, step))))
    .returning({ userId: totpSecrets.userId });
}

/** Stores the same secret sealed anew, unless another has taken its place. */
export function replaceTotpSecret(db: Database, user: UserKey, { from, to }: { from: string; to: string }): Statement {
  return db
    .update(totpSecrets)
    .set({ sealedSecret: to })
    .where(and(isSecretOf(user), eq(totpSecrets.sealedSecret, from)));
}

/**
 * Takes a user's secret away, and the recovery codes that replace it. The user's row has the flag.
 *
 * @param where a condition without which nothing changes
 */
export function removeTotpSecret(db: Database, user: UserKey, where?: Condition): [Statement, Statement] {
  return [deleteRecoveryCodes(db, user, where), db.delete(totpSecrets).where(and(isSecretOf(user), where))];
}

/** Stores a user's sealed secret in place of any before, without its recovery codes. The user's row has the flag. */
export function setTotpSecret(db: Database, user: UserKey, sealedSecret: string): Statement[] {
  return [
    deleteRecoveryCodes(db, user),
    db
      .insert(totpSecrets)
      .values({ ...user, sealedSecret, lastUsedStep: null })
      .onConflictDoUpdate({
        target: [totpSecrets.projectId, totpSecrets.userId],
        set: { sealedSecret, lastUsedStep: null },
      }),
  ];
}
