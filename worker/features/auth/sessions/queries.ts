import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { projects } from "../../../db/projects/schema";
import { sessions } from "../../../db/sessions/schema";
import { teams } from "../../../db/teams/schema";
import { users } from "../../../db/users/schema";
import type { Database } from "../../../platform/database";
import type { EndUserIp } from "../../../platform/geo";

export function insertSession(db: Database, session: typeof sessions.$inferInsert) {
  return db.insert(sessions).values(session);
}

/**
 * The session of a refresh token, unless it is over, with what an access token says of its user. Only these columns are
 * read, because a user's metadata can be large and refreshing is the commonest call of all.
 */
export function selectLiveSession(
  db: Database,
  { projectId, refreshTokenHash, now }: { projectId: string; refreshTokenHash: string; now: number },
) {
  return db
    .select({
      sessionId: sql<string>`${sessions.id}`.as("session_id"),
      userId: sessions.userId,
      displayName: users.displayName,
      primaryEmail: users.primaryEmail,
      primaryEmailVerified: users.primaryEmailVerified,
      isAnonymous: users.isAnonymous,
      selectedTeamId: sql<string | null>`${teams.id}`.as("existing_selected_team_id"),
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.projectId, sessions.projectId), eq(users.id, sessions.userId)))
    .leftJoin(teams, and(eq(teams.projectId, users.projectId), eq(teams.id, users.selectedTeamId)))
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
  { projectId, userId, now }: { projectId: string; userId: string; now: number },
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

/** Notes that an access token was made from a session. */
export function updateLastUse(
  db: Database,
  { projectId, sessionId, now, ip }: { projectId: string; sessionId: string; now: number; ip: EndUserIp | null },
) {
  return db
    .update(sessions)
    .set({ lastUsedAt: now, lastUsedIp: ip })
    .where(and(eq(sessions.projectId, projectId), eq(sessions.id, sessionId)));
}

/** Notes that a user was here. */
export function updateLastActivity(
  db: Database,
  { projectId, userId, now }: { projectId: string; userId: string; now: number },
) {
  return db
    .update(users)
    .set({ lastActiveAt: now })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

export function deleteSession(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.projectId, projectId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
}

/** Ends all sessions of a user, or all but the one whose refresh token is given by its hash. */
export function endSessionsOf(
  db: Database,
  {
    projectId,
    userId,
    exceptRefreshTokenHash,
  }: { projectId: string; userId: string; exceptRefreshTokenHash?: string | undefined },
) {
  const others = exceptRefreshTokenHash ? ne(sessions.refreshTokenHash, exceptRefreshTokenHash) : undefined;
  return db.delete(sessions).where(and(eq(sessions.projectId, projectId), eq(sessions.userId, userId), others));
}

export function selectProjectId(db: Database, { projectId }: { projectId: string }) {
  return db.select({ id: projects.projectId }).from(projects).where(eq(projects.projectId, projectId));
}
