import type { Reporter, TestModule } from "vitest/node";

/**
 * Prints the number of tests on a line of its own when all have run, as `12 passed, 0 failed` and how many were skipped if
 * any were. A module that failed outside its tests (it could not be imported, or a hook threw) counts as one failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    console.log(formatCount(modules.map(countModule)));
  }
}

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

function countModule(module: TestModule): TestCount {
  const count: TestCount = { passed: 0, failed: 0, skipped: 0 };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    count[state === "pending" ? "skipped" : state] += 1;
  }
  return module.ok() ? count : { ...count, failed: Math.max(count.failed, 1) };
}

/** The counts of all modules as one line. */
export function formatCount(counts: readonly TestCount[]): string {
  const sum = (name: keyof TestCount) => counts.reduce((total, count) => total + count[name], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
