import { and, eq, gt, or, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { authorizationCodes, oauthRequests } from "./schema";

export function insertRequest(db: Database, request: typeof oauthRequests.$inferInsert) {
  return db.insert(oauthRequests).values(request);
}

/** Takes a request away, expired or not: of all requests at once, one gets the row. */
export function claimRequest(db: Database, { projectId, stateHash }: { projectId: string; stateHash: string }) {
  return db
    .delete(oauthRequests)
    .where(and(eq(oauthRequests.projectId, projectId), eq(oauthRequests.stateHash, stateHash)))
    .returning();
}

/** @param code.userId may be an expression, which makes the insert fail when it is null */
export function insertCode(
  db: Database,
  code: Omit<typeof authorizationCodes.$inferInsert, "userId"> & { userId: string | SQL<string> },
) {
  return db.insert(authorizationCodes).values(code);
}

/**
 * Takes a code away if the verifier that is sent, given in the form of each method, fits its challenge: of all
 * requests at once, one gets the row.
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
  }: {
    projectId: string;
    codeHash: string;
    challenges: { S256: string; plain: string };
    condition: SQL | undefined;
    now: number;
  },
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
