import type { AuditEventPage } from "../../../kit";

/** The newest `limit` events of two lists that each have their newest ones, without repetition, and whether there are more. */
export function latestEvents(one: AuditEventPage, other: AuditEventPage, limit: number) {
  const events = new Map([...one, ...other].map((event) => [event.id, event]));
  // The ids are UUIDs of version 7: they sort by time.
  const sorted = [...events.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const hasMore = sorted.length > limit || one.nextCursor !== null || other.nextCursor !== null;
  return { events: sorted.slice(0, limit), hasMore };
}
