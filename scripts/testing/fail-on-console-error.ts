import { afterEach, beforeEach, vi } from "vitest";

// An unexpected error fails the test that caused it. A test that expects one replaces the spy for its own
// duration: `vi.spyOn(console, "error").mockImplementation(() => {})`, and asserts what was printed.
let printed: unknown[][] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    printed.push(values);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  if (printed.length > 0) {
    throw new Error(`Unexpected console.error:\n${printed.map((values) => values.map(String).join(" ")).join("\n")}`);
  }
});
