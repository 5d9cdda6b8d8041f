import { describe, it } from "vitest";
import { formatTimes, isOverBudget } from "./time-reporter";

describe("the times of a run", () => {
  it("are a line for each project, with the minutes of its files in all", ({ expect }) => {
    const files = [
      { project: "worker", tests: 3, millis: 30_000 },
      { project: "browser", tests: 1, millis: 6_000 },
      { project: "worker", tests: 4, millis: 60_000 },
    ];
    expect(formatTimes(files)).toEqual([
      "worker         1.5 minutes, 2 files, 7 tests",
      "browser        0.1 minutes, 1 files, 1 tests",
    ]);
  });

  it.for([
    [12.1, { TEST_SCOPE: "gate", CI_BUDGET: "on" }, true],
    [11.9, { TEST_SCOPE: "gate", CI_BUDGET: "on" }, false],
    [60, { TEST_SCOPE: "gate" }, false],
    [60, { TEST_SCOPE: "all", CI_BUDGET: "on" }, false],
  ] as const)("%s minutes with %o are over the budget: %s", ([minutes, env, isOver], { expect }) => {
    expect(isOverBudget(minutes, env)).toBe(isOver);
  });
});
