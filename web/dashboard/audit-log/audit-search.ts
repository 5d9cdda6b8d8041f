import type { AuditEventType, ExportAuditEventsOptions } from "../../kit";
import { msg } from "../translation/message";
import { isEventType } from "./event-texts";

const hour = 60 * 60 * 1000;

/** The spans that end now, by their names in the address. */
export const spans = {
  day: { label: msg("The last 24 hours"), millis: 24 * hour },
  week: { label: msg("The last 7 days"), millis: 7 * 24 * hour },
  month: { label: msg("The last 30 days"), millis: 30 * 24 * hour },
} as const;

export type Span = keyof typeof spans;

/** Says which events are shown, as it appears in the address, and which of them is open. */
export interface AuditSearch {
  type?: AuditEventType;
  actor?: string;
  target?: string;
  span?: Span;
  /** Days, such as `2026-11-24`, the first and the last one; not with a span. */
  from?: string;
  to?: string;
  event?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { type, span } = search;
  const id = (name: "actor" | "target" | "event") => {
    const text = search[name];
    // The router parses digits as a number.
    return (typeof text === "string" || typeof text === "number") && text !== "" && { [name]: String(text) };
  };
  const isSpan = typeof span === "string" && Object.hasOwn(spans, span);
  const day = (name: "from" | "to") => {
    const text = search[name];
    return typeof text === "string" && isDay(text) && { [name]: text };
  };
  return {
    ...(isEventType(type) && { type }),
    ...id("actor"),
    ...id("target"),
    ...(isSpan ? { span: span as Span } : { ...day("from"), ...day("to") }),
    ...id("event"),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The filter of the API that a search stands for. Days are those of the reader's time zone. */
export function filterOf({ type, actor, target, span, from, to }: AuditSearch, now: Date): ExportAuditEventsOptions {
  return {
    type,
    actorId: actor,
    targetId: target,
    since: span ? new Date(now.getTime() - spans[span].millis) : from === undefined ? undefined : startOf(from, 0),
    until: to === undefined ? undefined : startOf(to, 1),
  };
}

/** The beginning of the day, or of one `later` days after it. */
function startOf(day: string, later: number): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start;
}

/** Tells whether a search leaves out any event. */
export function isFiltered({ event: _event, ...filters }: AuditSearch): boolean {
  return Object.keys(filters).length > 0;
}
