import { and, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import { authorizationCodes, oauthRequests } from "../../../db/oauth-flows/schema";
import { oauthLinks } from "../../../db/users/oauth-links/schema";
import { selectUsers } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import type { Database } from "../../../platform/database";

export function insertRequest(db: Database, request: typeof oauthRequests.$inferInsert) {
  return db.insert(oauthRequests).values(request);
}

/** Takes a request away, expired or not: of all that try at once, one gets the row. */
export function claimRequest(db: Database, { projectId, stateHash }: { projectId: string; stateHash: string }) {
  return db
    .delete(oauthRequests)
    .where(and(eq(oauthRequests.projectId, projectId), eq(oauthRequests.stateHash, stateHash)))
    .returning();
}

export function deleteRequestsBefore(db: Database, { projectId, time }: { projectId: string; time: number }) {
  return db.delete(oauthRequests).where(and(eq(oauthRequests.projectId, projectId), lt(oauthRequests.expiresAt, time)));
}

/** @param code.userId may be an expression, which makes the insert fail when it is null */
export function insertCode(
  db: Database,
  code: Omit<typeof authorizationCodes.$inferInsert, "userId"> & { userId: string | SQL<string> },
) {
  return db.insert(authorizationCodes).values(code);
}

export function deleteCodesBefore(db: Database, { projectId, time }: { projectId: string; time: number }) {
  return db
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.projectId, projectId), lt(authorizationCodes.expiresAt, time)));
}

interface OneCode {
  projectId: string;
  codeHash: string;
}

/** The user whom a code stands for; read the row with `readUser`. */
export function selectUserOfCode(db: Database, { projectId, codeHash }: OneCode) {
  const userId = db
    .select({ userId: authorizationCodes.userId })
    .from(authorizationCodes)
    .where(and(eq(authorizationCodes.projectId, projectId), eq(authorizationCodes.codeHash, codeHash)));
  return selectUsers(db).where(and(eq(users.projectId, projectId), eq(users.id, sql`(${userId})`)));
}

/**
 * Takes a code away if the verifier that is sent, given in the form of each method, fits its challenge: of all that try
 * at once, one gets the row.
 *
 * @param claim.condition must hold as well
 */
export function claimCode(
  db: Database,
  {
    projectId,
    codeHash,
    challenges,
    condition,
    now,
  }: OneCode & { challenges: { S256: string; plain: string }; condition: SQL | undefined; now: number },
) {
  const { codeChallenge, codeChallengeMethod } = authorizationCodes;
  return db
    .delete(authorizationCodes)
    .where(
      and(
        eq(authorizationCodes.projectId, projectId),
        eq(authorizationCodes.codeHash, codeHash),
        gt(authorizationCodes.expiresAt, now),
        or(
          and(eq(codeChallengeMethod, "S256"), eq(codeChallenge, challenges.S256)),
          and(eq(codeChallengeMethod, "plain"), eq(codeChallenge, challenges.plain)),
        ),
        condition,
      ),
    )
    .returning();
}

/** Whether an account at a provider is linked to a user, be it for signing in or not. */
export function selectLink(
  db: Database,
  {
    projectId,
    userId,
    providerConfigId,
    accountId,
  }: { projectId: string; userId: string; providerConfigId: string; accountId: string },
) {
  return db
    .select({ id: oauthLinks.id })
    .from(oauthLinks)
    .where(
      and(
        eq(oauthLinks.projectId, projectId),
        eq(oauthLinks.userId, userId),
        eq(oauthLinks.providerConfigId, providerConfigId),
        eq(oauthLinks.accountId, accountId),
      ),
    );
}

/** The id of a user, if they exist and are as anonymous as they were, at the time when the statement runs that holds it. */
export function idOfUser({
  projectId,
  userId,
  isAnonymous,
}: {
  projectId: string;
  userId: string;
  isAnonymous: boolean;
}) {
  return sql<string>`(
    select ${users.id} from ${users}
    where ${and(eq(users.projectId, projectId), eq(users.id, userId), eq(users.isAnonymous, isAnonymous))}
  )`;
}
