import { describe, it } from "vitest";
import type { AuditEvent, AuditEventPage } from "../../../kit";
import { latestEvents } from "./latest-events";

const page = (nextCursor: string | null, ...ids: string[]) =>
  Object.assign(
    ids.map((id) => ({ id }) as AuditEvent),
    { nextCursor },
  ) as AuditEventPage;
const ids = (events: readonly AuditEvent[]) => events.map(({ id }) => id);

describe("the latest events of two lists", () => {
  it("are merged, newest first, each once", ({ expect }) => {
    const { events, hasMore } = latestEvents(page(null, "4", "2"), page(null, "4", "3", "1"), 10);
    expect(ids(events)).toEqual(["4", "3", "2", "1"]);
    expect(hasMore).toBe(false);
  });

  it("are not more than asked for, so that none between them is missing", ({ expect }) => {
    const { events, hasMore } = latestEvents(page("2", "5", "2"), page(null, "4"), 2);
    expect(ids(events)).toEqual(["5", "4"]);
    expect(hasMore).toBe(true);
  });
});
