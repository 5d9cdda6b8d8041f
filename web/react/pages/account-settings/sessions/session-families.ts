import type { ActiveSession } from "../../../../kit";

/**
 * One session of each family, since they end together: a sign-in on hosted pages is one sign-in, on however many websites it
 * was used. The session is that of this browser, else the one that was used last.
 */
export function sessionFamilies(sessions: readonly ActiveSession[]): ActiveSession[] {
  const families = new Map<string, ActiveSession>();
  for (const session of sessions) {
    const other = families.get(session.familyId);
    if (!other || isShownBefore(session, other)) families.set(session.familyId, session);
  }
  return [...families.values()];
}

function isShownBefore(session: ActiveSession, other: ActiveSession): boolean {
  if (session.isCurrentSession || other.isCurrentSession) return session.isCurrentSession;
  return Number(session.lastUsedAt ?? 0) > Number(other.lastUsedAt ?? 0);
}
