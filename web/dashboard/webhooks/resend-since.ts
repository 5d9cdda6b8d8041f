import { msg } from "../translation/msg";

const hour = 60 * 60 * 1000;

/** Since when events are sent again: some spans of time, or a date. */
export const spans = {
  hour: msg("The last hour"),
  day: msg("The last 24 hours"),
  week: msg("The last 7 days"),
  month: msg("The last 30 days"),
  date: msg("Since a date"),
} as const;

export type Span = keyof typeof spans;

const hours: Record<Exclude<Span, "date">, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** The time that a span begins at; undefined where its date is none, or is still to come. */
export function sinceOf(span: Span, date: string, now: number): Date | undefined {
  if (span !== "date") return new Date(now - hours[span] * hour);
  const time = new Date(date);
  return time.getTime() <= now ? time : undefined;
}
