import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { selectedTeam, tokenClaimColumns, userOf } from "../users/joins";
import { sessions } from "./schema";

export type SessionRow = typeof sessions.$inferSelect;

/**
 * The session of a refresh token, unless it is over, with what an access token contains of its user. Only these columns are
 * read, because a user's metadata can be large and refreshing is the most frequent request.
 */
export function selectLiveSession(
  db: Database,
  { projectId, refreshTokenHash, now }: { projectId: string; refreshTokenHash: string; now: number },
) {
  return db
    .select({
      sessionId: sql<string>`${sessions.id}`.as("session_id"),
      userId: sessions.userId,
      ...tokenClaimColumns,
    })
    .from(sessions)
    .innerJoin(...userOf(sessions.projectId, sessions.userId))
    .leftJoin(...selectedTeam)
    .where(
      and(
        eq(sessions.projectId, projectId),
        eq(sessions.refreshTokenHash, refreshTokenHash),
        gt(sessions.expiresAt, now),
      ),
    );
}

export function selectLiveSessionsOf(
  db: Database,
  { projectId, userId, now }: { projectId: Id; userId: string; now: number },
) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.projectId, projectId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));
}

export function selectSession(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  return db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.projectId, projectId), eq(sessions.id, sessionId)));
}
