import { describe, it } from "vitest";
import { changesIn, leftByDay, reportStart } from "./usage-days";

describe("the report on an item", () => {
  it("begins 29 days before today, at midnight in UTC", ({ expect }) => {
    expect(reportStart(Date.parse("2026-01-30T17:05:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(reportStart(Date.parse("2026-01-30T00:00:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  });

  it("has each day once, with what was left at its end, and sums what changed on its days", ({ expect }) => {
    const usage = [
      { at: new Date("2026-01-02T00:00:00Z"), quantity: 12, added: 10, removed: 3 },
      { at: new Date("2026-01-02T17:05:00Z"), quantity: 11, added: 0, removed: 1 },
    ];
    expect(leftByDay(usage)).toEqual([
      { date: "2026-01-01", value: 12 },
      { date: "2026-01-02", value: 11 },
    ]);
    expect(changesIn(usage)).toEqual({ added: 10, removed: 4 });
    expect(leftByDay([])).toEqual([]);
  });
});
