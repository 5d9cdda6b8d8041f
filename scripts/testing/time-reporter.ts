import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { REPOSITORY } from "../platform/wrangler";
import { recordProven } from "./proven";

/** Limits what the gate may take on an idle machine with two processors, of its own measure: in minutes. */
const MAX_MINUTES = 12;

/**
 * Prints how long the files of each project took, and the whole run: in minutes. Records the tests that need not run again
 * until what they depend on has changed. With `CI_BUDGET=on` a gate of more than twelve minutes fails.
 */
export default class TimeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of formatTimes(modules.map(timeModule))) console.log(line);
    const passed = modules.filter(hasPassedWhole);
    const newly = recordProven(new Set(passed.map(({ moduleId }) => path.relative(REPOSITORY, moduleId))));
    if (newly.length > 0) console.log(`scripts/testing/proven.json has changed (${newly.join(", ")}): commit it.`);
    // What `npm test` does before its tests counts as well.
    const startedAt = Number(process.env.GATE_STARTED_AT) || performance.timeOrigin;
    const minutes = (Date.now() - startedAt) / 60_000;
    console.log(`${minutes.toFixed(1)} minutes in all`);
    if (isOverBudget(minutes, process.env)) {
      console.error(`The gate took ${minutes.toFixed(1)} minutes, and may take ${MAX_MINUTES}.`);
      process.exitCode = 1;
    }
  }
}

/** Tells whether all tests of a file ran and passed: one that was left out by its name proves nothing. */
function hasPassedWhole(module: TestModule): boolean {
  return module.ok() && [...module.children.allTests()].every((test) => test.result().state === "passed");
}

export interface FileTime {
  project: string;
  tests: number;
  millis: number;
}

function timeModule(module: TestModule): FileTime {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } = module.diagnostic();
  return {
    project: module.project.name,
    tests: [...module.children.allTests()].length,
    millis: collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration,
  };
}

/** A line for each project: its files, its tests, and the minutes that its files took one after the other. */
export function formatTimes(files: readonly FileTime[]): string[] {
  return [...Map.groupBy(files, ({ project }) => project)].map(([project, own]) => {
    const tests = own.reduce((sum, file) => sum + file.tests, 0);
    const minutes = own.reduce((sum, { millis }) => sum + millis, 0) / 60_000;
    return `${project.padEnd(12)}${minutes.toFixed(1).padStart(6)} minutes, ${own.length} files, ${tests} tests`;
  });
}

/** Tells whether the gate took longer than it may, where that is asked: never on a contributor's busy machine. */
export function isOverBudget(minutes: number, { TEST_SCOPE, CI_BUDGET }: NodeJS.ProcessEnv): boolean {
  return TEST_SCOPE === "gate" && CI_BUDGET === "on" && minutes > MAX_MINUTES;
}
