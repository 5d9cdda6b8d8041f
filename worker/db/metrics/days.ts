const dayMillis = 24 * 60 * 60 * 1000;

/** The UTC day of a time in milliseconds, counted from 1970-01-01. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMillis);
}

/** A day's date, as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * dayMillis).toISOString().slice(0, 10);
}
