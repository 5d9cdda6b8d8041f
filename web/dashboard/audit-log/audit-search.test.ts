import { describe, it } from "vitest";
import { filterOf, isFiltered, parseAuditSearch } from "./audit-search";

const now = new Date("2026-11-24T12:00:00Z");

describe("the address of the audit log", () => {
  it("says which events are shown, and which is open", ({ expect }) => {
    const search = {
      type: "user.created",
      actor: "u1",
      target: "u2",
      from: "2026-11-01",
      to: "2026-11-02",
      event: "e1",
    };
    expect(parseAuditSearch(search)).toEqual(search);
    expect(parseAuditSearch({ actor: 7 })).toEqual({ actor: "7" });
  });

  it("is read without what is invalid, and with a span alone where there are both", ({ expect }) => {
    expect(parseAuditSearch({ type: "toString", from: "2026-13-40", to: "soon", span: "constructor" })).toEqual({});
    expect(parseAuditSearch({ span: "week", from: "2026-11-01" })).toEqual({ span: "week" });
  });

  it("filters by whole days, the last one included", ({ expect }) => {
    const { since, until } = filterOf({ from: "2026-11-01", to: "2026-11-01" }, now);
    expect(Number(until) - Number(since)).toBe(24 * 60 * 60 * 1000);
    expect(filterOf({ span: "day" }, now).since).toEqual(new Date("2026-11-23T12:00:00Z"));
    expect(filterOf({}, now)).toEqual({});
  });

  it("is a filter unless it opens an event only", ({ expect }) => {
    expect(isFiltered({ event: "e1" })).toBe(false);
    expect(isFiltered({ span: "day" })).toBe(true);
  });
});
