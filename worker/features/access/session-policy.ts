import { dayOf } from "../../db/metrics/days";
import type { Project } from "../../db/projects/project";

const minutes = 60_000;

/** For so long one note of the use of a session or of a key is enough. Sessions' are a third of the writes of a busy project otherwise. */
export const noteEveryMillis = 60 * minutes;

/** Returns when a session that begins now is over at the latest, by the project's rule as it is. */
export function endOfNewSession({ config }: Pick<Project, "config">, now: number, requestedMillis: number): number {
  return now + Math.min(requestedMillis, inMillis(config.auth.sessions.lifetimeMinutes));
}

/** Tells whether a session still lives. The project's rules as they are now count, also for sessions that began under others. */
export function isSessionLive(
  { config }: Pick<Project, "config">,
  { createdAt, expiresAt, lastUsedAt }: { createdAt: number; expiresAt: number; lastUsedAt: number },
  now = Date.now(),
): boolean {
  const { lifetimeMinutes, idleMinutes } = config.auth.sessions;
  return now < Math.min(expiresAt, createdAt + inMillis(lifetimeMinutes), lastUsedAt + inMillis(idleMinutes));
}

/** Returns what `isSessionLive` asks of a session, as a condition of the database takes it. */
export function boundsOfLiveSession({ config }: Pick<Project, "config">, now = Date.now()) {
  const { lifetimeMinutes, idleMinutes } = config.auth.sessions;
  const since = (count: number | undefined) => (count === undefined ? undefined : now - count * minutes);
  return { now, createdAfter: since(lifetimeMinutes), usedAfter: since(idleMinutes) };
}

/**
 * Says whether a use of a session is news. It is where the last one is an hour old, or a tenth of the time that the
 * project lets sessions be idle. It also is on another day, by which active users are counted.
 */
export function isUseDue(
  { config }: Pick<Project, "config">,
  { lastUsedAt }: { lastUsedAt: number },
  now = Date.now(),
): boolean {
  const every = Math.min(noteEveryMillis, inMillis(config.auth.sessions.idleMinutes) / 10);
  return now - lastUsedAt >= every || dayOf(now) !== dayOf(lastUsedAt);
}

function inMillis(count: number | undefined): number {
  return count === undefined ? Number.POSITIVE_INFINITY : count * minutes;
}
