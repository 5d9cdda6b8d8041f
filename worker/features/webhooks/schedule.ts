const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after a failed attempt the next one is due: over three days in all, about as Svix has it. */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** A part of the delay that is left to chance, so that what failed together does not come back together. */
const jitter = 0.2;

/**
 * When an event is next tried that has failed this often; null when it is not.
 *
 * @param chance from 0 to 1
 */
export function nextAttemptAt(failures: number, now: number, chance = Math.random()): number | null {
  const delay = delays[failures - 1];
  return delay === undefined ? null : now + Math.round(delay * (1 + jitter * chance));
}

/**
 * For how long an endpoint is sent nothing after a run, and keeps its place among those of its project: five minutes where
 * it let the time pass, twice the time of a run that was long. However many endpoints are slow, their project has a bounded
 * part of the consumers.
 */
export function restMillis({ isHanging, tookMillis }: { isHanging: boolean; tookMillis: number }): number {
  if (isHanging) return 5 * minute;
  return tookMillis < longRunMillis ? 0 : 2 * tookMillis;
}

const longRunMillis = 3 * second;

/** After so long without a success an endpoint is disabled. */
export const longestFailureMillis = 5 * 24 * hour;
