import type { Project } from "../../db/projects/project";

const minutes = 60_000;

/** When a session that begins now is over at the latest, by the project's rule as it is. */
export function endOfNewSession({ config }: Pick<Project, "config">, now: number, requestedMillis: number): number {
  return now + Math.min(requestedMillis, inMillis(config.auth.sessions.lifetimeMinutes));
}

/** Whether a session still lives. The project's rules as they are now count, also for sessions that began under others. */
export function isSessionLive(
  { config }: Pick<Project, "config">,
  { createdAt, expiresAt, lastUsedAt }: { createdAt: number; expiresAt: number; lastUsedAt: number },
  now = Date.now(),
): boolean {
  const { lifetimeMinutes, idleMinutes } = config.auth.sessions;
  return now < Math.min(expiresAt, createdAt + inMillis(lifetimeMinutes), lastUsedAt + inMillis(idleMinutes));
}

function inMillis(count: number | undefined): number {
  return count === undefined ? Number.POSITIVE_INFINITY : count * minutes;
}
