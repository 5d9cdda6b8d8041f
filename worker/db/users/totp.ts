import { and, eq, isNull, lt, or } from "drizzle-orm";
import { type Condition, type Database, rowIs, type Statement } from "../../platform/database";
import { reseal, seal, unseal } from "../../platform/sealing";
import type { ServerSecrets } from "../../platform/server-secret";
import type { UserKey } from "../keys";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import { deleteRecoveryCodes } from "./recovery-codes";
import { totpSecrets } from "./schema";

/** Seals the secret of an authenticator app, in base-64, for one user: it opens for no other. */
export function sealTotpSecret(secrets: ServerSecrets, user: UserKey, secretBase64: string): Promise<string> {
  return seal(secrets, purposeOf(user), secretBase64);
}

/** The secret in base-64 that `sealTotpSecret` sealed. */
export function openTotpSecret(secrets: ServerSecrets, user: UserKey, sealedSecret: string): Promise<string> {
  return unseal(secrets, purposeOf(user), sealedSecret);
}

/** Returns what to store in place of a sealed secret after a rotation of the root secret; undefined where it may stay. */
export function resealTotpSecret(secrets: ServerSecrets, user: UserKey, sealedSecret: string) {
  return reseal(secrets, purposeOf(user), sealedSecret);
}

function purposeOf({ projectId, userId }: UserKey): string {
  return `totp-secret/${projectId}/${userId}`;
}

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
  return rowIs(totpSecrets, { projectId, userId });
}

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
