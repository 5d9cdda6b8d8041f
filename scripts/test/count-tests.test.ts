import { describe, it } from "vitest";
import { countTests, formatCount } from "./count-tests";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe("the count of tests", () => {
  it("adds up all files", ({ expect }) => {
    const report = { testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed", "failed")] };
    expect(formatCount(countTests(report))).toBe("3 passed, 2 failed");
  });

  it("takes a file that cannot be loaded for a failure", ({ expect }) => {
    expect(formatCount(countTests({ testResults: [file("failed")] }))).toBe("0 passed, 1 failed");
  });

  it("tells skipped tests, whatever Vitest calls them", ({ expect }) => {
    const report = { testResults: [file("passed", "passed", "skipped", "todo", "pending")] };
    expect(formatCount(countTests(report))).toBe("1 passed, 0 failed, 3 skipped");
  });
});
