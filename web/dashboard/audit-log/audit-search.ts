import type { ExportAuditEventsOptions } from "../../kit";
import { day, dayStart, keyOf, searchBy, text } from "../lists/address-search";
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

const parse = searchBy({
  type: (type) => (isEventType(type) ? type : undefined),
  actor: text,
  target: text,
  span: keyOf(spans),
  /** The first and the last day; not with a span. */
  from: day,
  to: day,
  /** The one that is open. */
  event: text,
});

/** Says which events are shown, and which of them is open. */
export type AuditSearch = ReturnType<typeof parse>;

/** Reads the search of an address; invalid values are left out. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { from, to, ...read } = parse(search);
  return { ...read, ...(!read.span && { ...(from && { from }), ...(to && { to }) }) };
}

/** The filter of the API that a search stands for. Days are those of the reader's time zone. */
export function filterOf({ type, actor, target, span, from, to }: AuditSearch, now: Date): ExportAuditEventsOptions {
  return {
    type,
    actorId: actor,
    targetId: target,
    since: span
      ? new Date(now.getTime() - spans[span].millis)
      : from === undefined
        ? undefined
        : new Date(dayStart(from)),
    until: to === undefined ? undefined : new Date(dayStart(to, 1)),
  };
}

/** Tells whether a search leaves out any event. */
export function isFiltered({ event: _event, ...filters }: AuditSearch): boolean {
  return Object.keys(filters).length > 0;
}
