import { and, desc, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, type Id, rowIs } from "../../platform/database";
import { prepareSelect } from "../prepared-select";
import { selectedTeam, tokenClaimColumns, userOf } from "../users/joins";
import { sessions } from "./schema";

export type OwnSession = Awaited<ReturnType<typeof selectOwnSession>>[number];
export type SessionRow = typeof sessions.$inferSelect;

/** Says whether a session lives, and what it may be used for. */
const lifeColumns = {
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
  lastUsedAt: sessions.lastUsedAt,
  isImpersonation: sessions.isImpersonation,
  authenticatedAt: sessions.authenticatedAt,
  rootSessionId: sessions.rootSessionId,
};

/**
 * Selects the session of a refresh token, unless it has expired or its user is suspended. It includes the session's last use and what
 * an access token contains of its user. It reads only these columns, because a user's metadata can be large and refreshing is the most
 * frequent request.
 */
export const selectLiveSession = prepareSelect(
  (db, { projectId, refreshTokenHash, now }: { projectId: string; refreshTokenHash: string; now: number }) => {
    const [users, isUser] = userOf(sessions.projectId, sessions.userId);
    return db
      .select({
        sessionId: sql<string>`${sessions.id}`.as("session_id"),
        userId: sessions.userId,
        ...lifeColumns,
        lastUsedIp: sessions.lastUsedIp,
        lastUsedUserAgent: sessions.lastUsedUserAgent,
        ...tokenClaimColumns,
      })
      .from(sessions)
      .innerJoin(users, isUser)
      .leftJoin(...selectedTeam)
      .where(
        and(rowIs(sessions, { projectId, refreshTokenHash }), gt(sessions.expiresAt, now), isNull(users.suspendedAt)),
      );
  },
);

export function selectLiveSessionsOf(
  db: Database,
  { projectId, userId, now }: { projectId: Id; userId: string; now: number },
) {
  return db
    .select()
    .from(sessions)
    .where(and(rowIs(sessions, { projectId, userId }), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));
}

/**
 * Reads what a user's session may be used for: a row, or nothing.
 *
 * @param session.userId may be a subselect, as `sessionId`
 */
export function selectOwnSession(
  db: Database,
  { projectId, userId, sessionId }: { projectId: string; userId: string | SQL; sessionId: string | SQL },
) {
  return db
    .select(lifeColumns)
    .from(sessions)
    .where(rowIs(sessions, { projectId, id: sessionId, userId }));
}

/**
 * Holds while a user's session lives.
 *
 * @param session.isOwn whether it must be the user's own, and none that impersonates them
 * @param session.createdAfter when it must have begun, where its project limits how long sessions live
 * @param session.usedAfter when it must have been used last, where its project limits how long they are idle
 */
export function ifSessionLives(
  db: Database,
  {
    projectId,
    userId,
    sessionId,
    now,
    createdAfter,
    usedAfter,
    isOwn,
  }: {
    projectId: string;
    userId: string;
    sessionId: string;
    now: number;
    createdAfter?: number | undefined;
    usedAfter?: number | undefined;
    isOwn?: boolean;
  },
): Condition {
  return exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          rowIs(sessions, { projectId, id: sessionId, userId }),
          gt(sessions.expiresAt, now),
          createdAfter === undefined ? undefined : gt(sessions.createdAt, createdAfter),
          usedAfter === undefined ? undefined : gt(sessions.lastUsedAt, usedAfter),
          isOwn ? eq(sessions.isImpersonation, false) : undefined,
        ),
      ),
  );
}

export function selectSession(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  return db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(rowIs(sessions, { projectId, id: sessionId }));
}
