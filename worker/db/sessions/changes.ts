import { and, desc, eq, max, ne, notInArray, or, sql } from "drizzle-orm";
import { type Database, rowIs, violatesForeignKey, violatesNotNull } from "../../platform/database";
import type { EndUserIp } from "../../platform/geo";
import { deleteExpired } from "../expired-rows";
import { idOfUserAt } from "../users/joins";
import { sessions } from "./schema";

/**
 * Stores a session, or fails as `isSessionRefused` recognises. The user must not be suspended. They must be as `idOfUserAt` says,
 * by the version of their credentials that the sign-in has checked, if any. The session that the new one comes from, if any, must
 * still be theirs.
 */
export function insertSession(
  db: Database,
  {
    credentialVersion,
    fromSessionId,
    ...session
  }: typeof sessions.$inferInsert & { credentialVersion: number | undefined; fromSessionId: string | undefined },
) {
  const { projectId } = session;
  const user = idOfUserAt({ ...session, credentialVersion });
  const isSource = rowIs(sessions, { projectId, id: fromSessionId ?? "", userId: user });
  const owner = db.select({ userId: sessions.userId }).from(sessions).where(isSource);
  return db.insert(sessions).values({ ...session, userId: fromSessionId === undefined ? user : sql`(${owner})` });
}

/** The id that all sessions of a family share: that of their root. A session that is part of none is a family of its own. */
const familyId = sql<string>`coalesce(${sessions.rootSessionId}, ${sessions.id})`;

/** Tells whether a session was not stored because its user is gone or suspended, or their credentials have changed. */
export function isSessionRefused(error: unknown): boolean {
  return violatesNotNull(error, "sessions.user_id") || violatesForeignKey(error);
}

/** Notes that a session was used through one that is part of it, so that neither is idle for longer than the other. */
export function touchSession(
  db: Database,
  { projectId, sessionId, now }: { projectId: string; sessionId: string; now: number },
) {
  return db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(rowIs(sessions, { projectId, id: sessionId }));
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
    .where(rowIs(sessions, { projectId, id: sessionId }));
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
    .where(rowIs(sessions, { projectId: user.projectId, id: sessionId, userId: idOfUserAt(user) }))
    .returning({ id: sessions.id });
}

/**
 * Ends the sessions of a user beyond a number, least recently used first, where a family counts as one. Impersonations, which are not
 * of the user's making, count for themselves.
 *
 * @param kept.rootSessionId the family that stays: the id of its root
 */
export function endSessionsBeyond(
  db: Database,
  {
    projectId,
    userId,
    rootSessionId,
    isImpersonation,
    count,
  }: { projectId: string; userId: string; rootSessionId: string; isImpersonation: boolean; count: number },
) {
  const isOther = and(
    rowIs(sessions, { projectId, userId }),
    ne(familyId, rootSessionId),
    eq(sessions.isImpersonation, isImpersonation),
  );
  const kept = db
    .select({ id: familyId })
    .from(sessions)
    .where(isOther)
    .groupBy(familyId)
    .orderBy(desc(max(sessions.lastUsedAt)), desc(max(sessions.createdAt)))
    .limit(count - 1);
  return db.delete(sessions).where(and(isOther, notInArray(familyId, kept)));
}

/**
 * Ends the sessions of a family beyond a number, least recently used first. Its root is not among them.
 *
 * @param kept.sessionId the session that has just been made, which stays
 */
export function endOthersOfFamilyBeyond(
  db: Database,
  {
    projectId,
    rootSessionId,
    sessionId,
    count,
  }: { projectId: string; rootSessionId: string; sessionId: string; count: number },
) {
  const isOther = and(rowIs(sessions, { projectId, rootSessionId }), ne(sessions.id, sessionId));
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOther)
    .orderBy(desc(sessions.lastUsedAt))
    .limit(count - 1);
  return db.delete(sessions).where(and(isOther, notInArray(sessions.id, kept)));
}

/** Ends one session and no other of its family. */
export function deleteSession(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  return db.delete(sessions).where(rowIs(sessions, { projectId, id: sessionId }));
}

/** Ends a session with all of its family. */
export function endFamilyOf(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  const isIt = rowIs(sessions, { projectId, id: sessionId });
  const root = sql`(${db.select({ id: familyId }).from(sessions).where(isIt)})`;
  const isInProject = eq(sessions.projectId, projectId);
  return (
    db
      .delete(sessions)
      // The project in both halves: by one condition on all of them, SQLite reads all sessions of the project.
      .where(or(and(isInProject, eq(sessions.id, root)), and(isInProject, eq(sessions.rootSessionId, root))))
      .returning({ id: sessions.id })
  );
}

/** Ends all sessions of a user, or all but the one, of whatever family, whose refresh token is given by its hash. */
export function endSessionsOf(
  db: Database,
  {
    projectId,
    userId,
    exceptRefreshTokenHash,
  }: { projectId: string; userId: string; exceptRefreshTokenHash?: string | undefined },
) {
  const others = exceptRefreshTokenHash ? ne(sessions.refreshTokenHash, exceptRefreshTokenHash) : undefined;
  return db.delete(sessions).where(and(rowIs(sessions, { projectId, userId }), others));
}

/** Deletes a bounded number of sessions that expired at a time or before. */
export function deleteExpiredSessions(db: Database, time: number) {
  return deleteExpired(db, sessions, time);
}
