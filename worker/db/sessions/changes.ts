import { and, eq, ne } from "drizzle-orm";
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
