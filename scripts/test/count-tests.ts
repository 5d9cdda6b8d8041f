/** The part of Vitest's JSON report that is counted. */
export interface TestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the tests of a report. A file that failed before any of its tests did (it cannot be loaded) is one failure. */
export function countTests({ testResults }: TestReport): TestCount {
  const count: TestCount = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const statuses = assertionResults.map((test) => test.status);
    const failures = statuses.filter((outcome) => outcome === "failed").length;
    const passes = statuses.filter((outcome) => outcome === "passed").length;
    count.passed += passes;
    count.failed += status === "failed" ? Math.max(failures, 1) : failures;
    count.skipped += statuses.length - passes - failures;
  }
  return count;
}

/** `12 passed, 0 failed`, and how many were skipped if any were. */
export function formatCount({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
