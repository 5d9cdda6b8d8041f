import { describe, it } from "vitest";
import { changeOf, dayText, ticksOf } from "./line-chart";

const days = (...values: number[]) => values.map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

describe("ticksOf", () => {
  it("reaches a round number above all values, with a whole number in the middle", ({ expect }) => {
    const tops = [0, 1, 3, 5, 9, 11, 25, 60, 99, 250, 1_204].map((most) => ticksOf([0, most]).at(-1));
    expect(tops).toEqual([2, 2, 4, 6, 10, 20, 30, 60, 100, 300, 2_000]);
    for (let most = 0; most <= 2_000; most++) {
      const ticks = ticksOf([most]);
      expect(ticks.every(Number.isInteger) && (ticks[2] ?? 0) >= most, String(most)).toBe(true);
    }
  });
});

describe("changeOf", () => {
  it("compares the latest days with as many before", ({ expect }) => {
    expect(changeOf(days(1, 1, 2, 1), 2)).toBe(0.5);
    expect(changeOf(days(4, 4, 2, 0), 2)).toBe(-0.75);
  });

  it("is unknown without enough days, or where there was nothing before", ({ expect }) => {
    expect(changeOf(days(1, 2, 3), 2)).toBeNull();
    expect(changeOf(days(0, 0, 2, 1), 2)).toBeNull();
  });
});

it("dayText names the day of UTC in every time zone", ({ expect }) => {
  expect(dayText("2026-01-31", "en-US", { month: "short", day: "numeric" })).toBe("Jan 31");
});
