import { and, desc, eq, ne, notInArray } from "drizzle-orm";
import { type Database, violatesForeignKey, violatesNotNull } from "../../platform/database";
import type { EndUserIp } from "../../platform/geo";
import { idOfUserAt } from "../users/joins";
import { sessions } from "./schema";

/** Fails as `isSessionRefused` recognises unless the user's credentials are of the version that the sign-in has checked. */
export function insertSession(
  db: Database,
  { credentialVersion, ...session }: typeof sessions.$inferInsert & { credentialVersion: number },
) {
  return db.insert(sessions).values({ ...session, userId: idOfUserAt({ ...session, credentialVersion }) });
}

/** Whether a session was not stored because its user is gone or the user's credentials have changed. */
export function isSessionRefused(error: unknown): boolean {
  return violatesNotNull(error, "sessions.user_id") || violatesForeignKey(error);
}

/** Notes that an access token was made from a session, and by which browser. */
export function updateLastUse(
  db: Database,
  {
    projectId,
    sessionId,
    now,
    ip,
    userAgent,
  }: { projectId: string; sessionId: string; now: number; ip: EndUserIp | null; userAgent: string | null },
) {
  return db
    .update(sessions)
    .set({ lastUsedAt: now, lastUsedIp: ip, lastUsedUserAgent: userAgent })
    .where(and(eq(sessions.projectId, projectId), eq(sessions.id, sessionId)));
}

/**
 * Notes that the user has shown in a session who they are. Nothing comes back when the session is gone, or the user's
 * credentials are not those that were checked.
 */
export function updateAuthentication(
  db: Database,
  {
    now,
    sessionId,
    ...user
  }: { projectId: string; sessionId: string; userId: string; credentialVersion: number; now: number },
) {
  return db
    .update(sessions)
    .set({ authenticatedAt: now })
    .where(
      and(eq(sessions.projectId, user.projectId), eq(sessions.id, sessionId), eq(sessions.userId, idOfUserAt(user))),
    )
    .returning({ id: sessions.id });
}

/** Ends the sessions of a user beyond a number, least recently used first; impersonation is not of the user's making. */
export function endSessionsBeyond(
  db: Database,
  { projectId, userId, sessionId, count }: { projectId: string; userId: string; sessionId: string; count: number },
) {
  const isOther = and(
    eq(sessions.projectId, projectId),
    eq(sessions.userId, userId),
    ne(sessions.id, sessionId),
    eq(sessions.isImpersonation, false),
  );
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOther)
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .limit(count - 1);
  return db.delete(sessions).where(and(isOther, notInArray(sessions.id, kept)));
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
