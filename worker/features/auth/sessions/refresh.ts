import type { Project } from "../../../db/projects/project";
import { touchSession, updateLastUse } from "../../../db/sessions/changes";
import type { selectLiveSession } from "../../../db/sessions/queries";
import { updateLastActivity } from "../../../db/users/activity";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { isSessionLive, isUseDue } from "../../access";
import { newAccessToken } from "./tokens";

type FoundSession = Awaited<ReturnType<typeof selectLiveSession>>[number];

/** The session of a refresh token, if it lives by the rules of its project. */
export function requireLiveSession(
  { fail }: Failing<"REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED">,
  project: Pick<Project, "config">,
  session: FoundSession | undefined,
): FoundSession {
  return session && isSessionLive(project, session) ? session : fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
}

/** A new access token of a session; the refresh token stays as it is. Run `noteUse` after the response. */
export function refreshedAccessToken(
  settings: Tools["settings"],
  project: Pick<Project, "id" | "config">,
  { sessionId, userId, isImpersonation, selectedTeamId, ...user }: FoundSession,
): Promise<string> {
  const selectedTeam = selectedTeamId === null ? null : { id: selectedTeamId };
  return newAccessToken(settings, {
    project,
    sessionId,
    isImpersonation,
    user: { ...user, id: userId, selectedTeam },
  });
}

/**
 * Notes that an access token was made from a session, and that its user was active. It writes when `isUseDue` says so, and
 * whenever the session is used from another address or by another browser.
 */
export async function noteUse(
  { db, endUserIp, endUserAgent }: Pick<Tools, "db" | "endUserIp" | "endUserAgent">,
  project: Pick<Project, "id" | "config">,
  session: FoundSession,
): Promise<void> {
  const { sessionId, rootSessionId, userId, isImpersonation } = session;
  const { lastUsedIp, lastUsedUserAgent } = session;
  const isSameNetwork = lastUsedIp?.ip === endUserIp?.ip && lastUsedIp?.countryCode === endUserIp?.countryCode;
  if (isSameNetwork && lastUsedUserAgent === endUserAgent && !isUseDue(project, session)) return;
  const projectId = project.id;
  const now = Date.now();
  await db.batch([
    updateLastUse(db, { projectId, sessionId, now, ip: endUserIp, userAgent: endUserAgent }),
    ...(rootSessionId === null ? [] : [touchSession(db, { projectId, sessionId: rootSessionId, now })]),
    updateLastActivity(db, { projectId, userId, now, place: isImpersonation ? null : endUserIp }),
  ]);
}
