import { describe, it } from "vitest";
import { formatCount } from "./count-reporter";

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
