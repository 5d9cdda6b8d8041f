/** A number for a day in UTC. */
export interface DayValue {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly value: number;
}

/** The labels of the axis of whole numbers: from 0 to a round number that is no smaller than any value. */
export function ticksOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1);
  if (most <= 2) return [0, 1, 2];
  const magnitude = 10 ** Math.floor(Math.log10(most));
  // All are even where they are small, so that the tick in the middle is a whole number as well.
  const steps = magnitude === 1 ? [4, 6, 8, 10] : [1, 2, 3, 4, 6, 8, 10];
  const top = (steps.find((step) => step * magnitude >= most) ?? 10) * magnitude;
  return [0, top / 2, top];
}

/** Returns how much more there was on the latest days than on as many days before; null where that is not known. */
export function changeOf(days: readonly DayValue[], range: number): number | null {
  if (days.length < 2 * range) return null;
  const before = sumOf(days.slice(-2 * range, -range));
  return before === 0 ? null : (sumOf(days.slice(-range)) - before) / before;
}

export function sumOf(days: readonly DayValue[]): number {
  return days.reduce((sum, { value }) => sum + value, 0);
}

/** A day of metrics as a date; it is midnight in UTC, so it is formatted in that time zone. */
export function dayText(date: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { ...options, timeZone: "UTC" });
}
