import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";
import { formatCount } from "./count-reporter";
import { formatTimes, isOverBudget } from "./time-reporter";

describe("the count of tests", () => {
  it("adds up all modules", ({ expect }) => {
    const counts = [
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 1, skipped: 0 },
    ];
    expect(formatCount(counts)).toBe("3 passed, 1 failed");
  });

  it("names skipped tests only where there are some", ({ expect }) => {
    expect(formatCount([{ passed: 1, failed: 0, skipped: 2 }])).toBe("1 passed, 0 failed, 2 skipped");
  });
});

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

  it.for([
    [13, 1],
    [1, 0],
  ] as const)("of a gate that began %i minutes ago end with %i, though all tests pass", ([ago, code], { expect }) => {
    const vitest = path.join(REPOSITORY, "node_modules/vitest/vitest.mjs");
    const reporter = path.join(import.meta.dirname, "time-reporter.ts");
    const options = [`--root=${import.meta.dirname}`, `--reporter=${reporter}`];
    const began = String(Date.now() - ago * 60_000);
    const { status, stderr } = spawnSync(process.execPath, [vitest, "run", "run-scripts", ...options], {
      encoding: "utf8",
      env: { ...process.env, TEST_SCOPE: "gate", CI_BUDGET: "on", GATE_STARTED_AT: began },
    });
    expect([status, stderr.includes("minutes, and may take 12.")]).toEqual([code, code === 1]);
  });
});
