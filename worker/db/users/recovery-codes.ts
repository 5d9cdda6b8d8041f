import { and, count, eq } from "drizzle-orm";
import { type Condition, type Database, rowIs, type Statement } from "../../platform/database";
import type { UserKey } from "../keys";
import { recoveryCodes } from "./schema";

/** Counts the codes that a user has left. */
export function countRecoveryCodes(db: Database, user: UserKey) {
  return db
    .select({ remaining: count().as("remaining") })
    .from(recoveryCodes)
    .where(isCodeOf(user));
}

export function isCodeOf({ projectId, userId }: UserKey) {
  return rowIs(recoveryCodes, { projectId, userId });
}

export function insertRecoveryCodes(db: Database, user: UserKey, codeHashes: readonly string[]): Statement {
  const { projectId, userId } = user;
  return db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ projectId, userId, codeHash })));
}

/** Takes a code away: of all requests at once, one gets the row back. */
export function claimRecoveryCode(db: Database, { codeHash, ...user }: UserKey & { codeHash: string }) {
  return db
    .delete(recoveryCodes)
    .where(and(isCodeOf(user), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
}

/**
 * Deletes all codes of a user.
 *
 * @param where a condition without which nothing changes
 */
export function deleteRecoveryCodes(db: Database, user: UserKey, where?: Condition): Statement {
  return db.delete(recoveryCodes).where(and(isCodeOf(user), where));
}
