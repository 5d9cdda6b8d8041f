import { sql } from "drizzle-orm";
import { type Database, rowIs, violatesNotNull } from "../../platform/database";
import { deleteExpired } from "../expired-rows";
import { credentialVersionOf, idOfUser } from "../users/joins";
import { authorizationCodes, oauthRequests } from "./schema";

/** Stores a request with the version of its user's credentials, if it has a user. */
export function insertRequest(db: Database, request: Omit<typeof oauthRequests.$inferInsert, "credentialVersion">) {
  const { projectId, userId } = request;
  return db
    .insert(oauthRequests)
    .values({ ...request, credentialVersion: userId ? credentialVersionOf(projectId, userId) : null });
}

/** Takes a request away, expired or not: of all requests at once, one gets the row. */
export function claimRequest(db: Database, { projectId, stateHash }: { projectId: string; stateHash: string }) {
  return db.delete(oauthRequests).where(rowIs(oauthRequests, { projectId, stateHash })).returning();
}

export function insertCode(db: Database, code: typeof authorizationCodes.$inferInsert) {
  return db.insert(authorizationCodes).values(code);
}

/**
 * Uses a code up and forgets what it stands for. It comes first in the batch of all that follows from the code. The batch fails, as
 * `isCodeStale` recognises, when the code is used already. Of all requests at once, only one therefore writes.
 *
 * @param code.sessionId the session that the batch makes, null when it makes none
 * @param code.user must be as anonymous and have the credentials that were read, or the batch fails as well
 * @param code.keptUntil how long a second use is noticed
 */
export function spendCode(
  db: Database,
  {
    projectId,
    codeHash,
    sessionId,
    user,
    now,
    keptUntil,
  }: {
    projectId: string;
    codeHash: string;
    sessionId: string | null;
    user: { id: string; isAnonymous: boolean; credentialVersion: number } | undefined;
    now: number;
    keptUntil: number;
  },
) {
  const one = user && { projectId, userId: user.id };
  const isUserAsRead = one
    ? sql`${idOfUser({ ...one, isAnonymous: user.isAnonymous })} is not null
      and ${credentialVersionOf(projectId, user.id)} = ${user.credentialVersion}`
    : sql`true`;
  return db
    .update(authorizationCodes)
    .set({
      usedAt: now,
      issuedSessionId: sessionId,
      providerId: null,
      accountId: null,
      email: null,
      sealedGrant: null,
      expiresAt: sql`case when ${authorizationCodes.usedAt} is null and ${isUserAsRead} then ${keptUntil} end`,
    })
    .where(rowIs(authorizationCodes, { projectId, codeHash }));
}

/** Tells whether a batch failed because its code was used, or the code's user changed, since they were read. */
export function isCodeStale(error: unknown): boolean {
  return violatesNotNull(error, "authorization_codes.expires_at");
}

/** Deletes a bounded number of requests that expired at a time or before. */
export function deleteExpiredRequests(db: Database, time: number) {
  return deleteExpired(db, oauthRequests, time);
}

/** Deletes a bounded number of authorization codes that expired, or are to be forgotten, at a time or before. */
export function deleteExpiredAuthorizationCodes(db: Database, time: number) {
  return deleteExpired(db, authorizationCodes, time);
}
