import { updateLastUse } from "../../../db/sessions/changes";
import type { selectLiveSession } from "../../../db/sessions/queries";
import { updateLastActivity } from "../../../db/users/activity";
import type { Database } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { newAccessToken } from "./tokens";

type LiveSession = Awaited<ReturnType<typeof selectLiveSession>>[number];

/** A new access token of a session; the refresh token stays as it is. Run `noteUse` after the response. */
export function refreshedAccessToken(
  settings: Tools["settings"],
  projectId: string,
  { sessionId, userId, isImpersonation, selectedTeamId, ...user }: LiveSession,
): Promise<string> {
  const selectedTeam = selectedTeamId === null ? null : { id: selectedTeamId };
  return newAccessToken(settings, {
    projectId,
    sessionId,
    isImpersonation,
    user: { ...user, id: userId, selectedTeam },
  });
}

/** Notes that an access token was made from a session, and that its user was active. */
export async function noteUse(
  { db, endUserIp }: { db: Database; endUserIp: Tools["endUserIp"] },
  projectId: string,
  { sessionId, userId }: LiveSession,
): Promise<void> {
  const now = Date.now();
  await db.batch([
    updateLastUse(db, { projectId, sessionId, now, ip: endUserIp }),
    updateLastActivity(db, { projectId, userId, now }),
  ]);
}
