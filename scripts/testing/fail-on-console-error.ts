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
    throw new Error(`Unexpected console.error:\n${printed.map((values) => values.map(shown).join(" ")).join("\n")}`);
  }
});

/** The stack of an error, and the fields of the objects that the Worker logs. */
function shown(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
