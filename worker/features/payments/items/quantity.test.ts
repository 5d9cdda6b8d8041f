import { describe, expect, it } from "vitest";
import type { DayInterval } from "../catalogue";
import { emptyState, type Ledger, quantityAt, stateAfter } from "./quantity";
import { at, change, day, holding, quantity, stored } from "./quantity.fixtures";

describe("the quantity after changes", () => {
  it("is the sum of what was added and what was used, and may be negative", () => {
    expect(quantity(0, [])).toBe(0);
    expect(quantity(2, [change(0, 10), change(1, -4)])).toBe(6);
    expect(quantity(2, [change(0, 10), change(1, -14)])).toBe(-4);
  });

  it("loses what expires without having been used, and nothing that was used", () => {
    expect(quantity(3, [change(0, 10, 2), change(1, -3)])).toBe(0);
    expect(quantity(1, [change(0, 10, 2), change(1, -3)])).toBe(7);
    expect(quantity(3, [change(0, 10, 2), change(2.5, -3)])).toBe(-3);
  });

  it("is used from what expires first", () => {
    expect(quantity(3, [change(0, 10, 2), change(0, 10), change(1, -12)])).toBe(8);
    expect(quantity(3, [change(0, 10), change(0, 10, 2), change(1, -12)])).toBe(8);
    const two = [change(0, 10, 4), change(0, 10, 2), change(1, -5)];
    expect([1, 2, 4].map((days) => quantity(days, two))).toEqual([15, 10, 0]);
  });

  it("gets back what was taken for a time, unless the grant that it came from is gone by then", () => {
    const lent = [change(0, 10), change(1, -4, 3)];
    expect([1, 2, 3].map((days) => quantity(days, lent))).toEqual([6, 6, 10]);
    expect(quantity(9, [change(0, 10, 5), change(1, -4, 8)])).toBe(0);
  });

  it("is not changed by a grant that was over when it was made", () => {
    expect(quantity(3, [change(0, -3), change(2, 10, 1)])).toBe(-3);
    expect(quantity(3, [change(0, 5), change(2, -3, 1)])).toBe(5);
  });
});

describe("the quantity of what a purchase includes", () => {
  const weekly: DayInterval = [1, "week"];

  it("granted once stays, or goes with the purchase, also when it is renewed", () => {
    const stays = holding({ periodEnd: at(30) });
    expect([0, 29, 31].map((days) => quantity(days, [], [stays]))).toEqual([10, 10, 10]);
    const goes = holding({ periodEnd: at(30), expires: "when-purchase-expires" });
    expect([0, 29, 30].map((days) => quantity(days, [], [goes]))).toEqual([10, 10, 0]);
    const renewed = { ...goes, periodEnd: at(60) };
    expect(quantity(31, [change(1, -4)], [renewed])).toBe(6);
  });

  it("is nothing before the purchase, and of one that never came into force", () => {
    expect(quantity(0, [], [holding({ startedAt: at(1) })])).toBe(0);
    expect(quantity(1, [], [holding({ endedAt: at(0) })])).toBe(0);
  });

  it("granted again in each interval adds up where it never expires", () => {
    const added = holding({ repeat: weekly, periodEnd: at(30) });
    expect([0, 6.9, 7, 29, 300].map((days) => quantity(days, [], [added]))).toEqual([10, 10, 20, 50, 50]);
    const gone = { ...added, expires: "when-purchase-expires" as const };
    expect([0, 7, 29, 30].map((days) => quantity(days, [], [gone]))).toEqual([10, 20, 50, 0]);
  });

  it("granted again in each interval replaces what is left of the last one where it expires then", () => {
    const replaced = holding({ repeat: weekly, expires: "when-repeated" });
    expect([0, 7, 300].map((days) => quantity(days, [], [replaced]))).toEqual([10, 10, 10]);
    const used = [change(1, -3)];
    expect([1, 6.9, 7].map((days) => quantity(days, used, [replaced]))).toEqual([7, 7, 10]);
    // What was used beyond the grant is owed in the next window.
    expect([1, 7, 14].map((days) => quantity(days, [change(1, -13)], [replaced]))).toEqual([-3, 7, 10]);
    expect(quantity(7, [change(1, -3, 7)], [replaced])).toBe(10);
  });

  it("outlasts its period by the rest of its window, and not its purchase", () => {
    const replaced = holding({ repeat: weekly, expires: "when-repeated", periodEnd: at(30) });
    expect([30, 34, 35].map((days) => quantity(days, [], [replaced]))).toEqual([10, 10, 0]);
    expect(quantity(30, [], [{ ...replaced, endedAt: at(30) }])).toBe(0);
  });

  it("is not granted again by a purchase that ends at the very time of the next grant", () => {
    const monthly = holding({
      repeat: [1, "month"],
      startedAt: Date.UTC(2026, 0, 31),
      periodEnd: Date.UTC(2026, 1, 28),
    });
    const ledger = { state: emptyState, changes: [], holdings: [monthly] };
    expect(quantityAt(Date.UTC(2026, 1, 28), ledger)).toBe(10);
    expect(quantityAt(Date.UTC(2026, 1, 28), { ...ledger, holdings: [{ ...monthly, periodEnd: null }] })).toBe(20);
  });

  it("is granted once while a repeat has no length", () => {
    // Attack: an interval of no length has no number of steps, and one who counts them never ends.
    expect(quantity(300, [], [holding({ repeat: null, expires: "when-repeated" })])).toBe(10);
  });

  it("does not leave a debt behind when the offer is made smaller", () => {
    const before = holding({ amount: 100, pastAmount: 100, repeat: weekly, expires: "when-repeated" });
    const used = [change(1, -90)];
    expect(quantity(8, used, [before])).toBe(100);
    expect(quantity(8, used, [{ ...before, amount: 10 }])).toBe(10);
  });

  it("is granted once for a window in which it was out of force for a part", () => {
    const free = holding({ repeat: weekly, expires: "when-repeated", pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [change(1, -4)], [free]))).toEqual([6, 6, 6]);
    const long = { ...free, pauses: [{ from: at(2), until: at(16) }] };
    expect([6, 7, 13, 15, 16].map((days) => quantity(days, [], [long]))).toEqual([10, 0, 0, 0, 10]);
    const used = [change(1, -25)];
    expect([16, 21].map((days) => quantity(days, used, [long]))).toEqual([-5, 5]);
  });

  it("that stays is not granted again after a time out of force", () => {
    const once = holding({ pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [], [once]))).toEqual([10, 10, 10]);
    const added = holding({ repeat: weekly, pauses: [{ from: at(2), until: at(16) }] });
    expect([1, 8, 16, 21].map((days) => quantity(days, [], [added]))).toEqual([10, 10, 10, 20]);
    const goes = holding({ expires: "when-purchase-expires", pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [change(1, -4)], [goes]))).toEqual([6, -4, 6]);
  });
});

describe("the quantity of what was stored without limits", () => {
  // Evidence: ends-granted-once-where-next-grant
  it("ends, and is granted once where the next grant is after all dates", () => {
    // Attack: a repeat that leads past the last date is a loop that does not end, for all projects of the isolate.
    for (const repeat of [
      [1_000_000, "year"],
      [1e300, "day"],
    ] as const) {
      const granted = holding({ repeat: [...repeat], expires: "when-repeated" });
      expect(quantity(400, [], [granted])).toBe(10);
      expect(quantity(400, [change(1, -4)], [granted])).toBe(6);
      expect(quantity(400, [change(1, -4)], [{ ...granted, periodEnd: 8.64e22, endedAt: at(300) }])).toBe(0);
    }
    for (const odd of [{ startedAt: Number.NaN }, { repeat: [Number.NaN, "month"] as DayInterval }]) {
      const granted = holding({ repeat: [1, "day"], expires: "when-repeated", ...odd });
      expect(quantity(400, [change(1, -4)], [granted])).toEqual(expect.any(Number));
    }
  });

  it("is a whole number that is exact, however much is included", () => {
    const all = holding({ amount: Number.MAX_VALUE, pastAmount: Number.MAX_VALUE, repeat: [1, "day"] });
    expect(quantity(400, [change(1, -4)], [all, all])).toBe(Number.MAX_SAFE_INTEGER);
    expect(quantity(400, [change(1, -Number.MAX_VALUE)], [])).toBe(-Number.MAX_SAFE_INTEGER);
  });
});

it("a ledger needs few steps after years of daily repeats and of uses", () => {
  const daily = holding({ repeat: [1, "day"], expires: "when-repeated" });
  let ledger: Ledger = { state: emptyState, changes: [], holdings: [daily] };
  for (let hours = 0; hours < 3 * 365 * 24; hours += 6) {
    ledger = {
      ...ledger,
      changes: [...ledger.changes, { delta: -3, createdAt: at(0) + hours * (day / 24), expiresAt: null }],
    };
    if (ledger.changes.length === 64) ledger = { ...ledger, state: stored(stateAfter(ledger)), changes: [] };
  }
  expect(ledger.state.steps.length).toBeLessThan(64);
  // Of 12 a day, 10 are granted.
  expect(quantityAt(at(3 * 365), { ...ledger, holdings: [daily] })).toBe(10 - 2 * 3 * 365);
});
