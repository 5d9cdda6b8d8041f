import { describe, it } from "vitest";
import type { Json } from "../../kit";
import { readableJson } from "./readable-json";

/** A value in so many lists within each other. */
const nested = (value: Json, depth: number): Json => (depth === 0 ? value : [nested(value, depth - 1)]);

describe("JSON for people", () => {
  it("is indented, whatever its texts hold", ({ expect }) => {
    for (const value of [null, "", [], {}, { a: [1, { '"[,\\': "[[[" }], b: {} }]) {
      expect(readableJson(value)).toBe(JSON.stringify(value, null, 2));
    }
    const texts = Array.from({ length: 1_000 }, () => '[[[[{{{{",\\');
    expect(readableJson(nested(texts, 20))).toBe(JSON.stringify(nested(texts, 20), null, 2));
  });

  // Evidence: compact-where-indentation-would-most
  // Attack: a user stores half a megabyte of metadata, of which each digit gets a line and 480 spaces: 124 megabytes, which
  // freeze the page of the owner who looks at them.
  it("is compact where the indentation would be most of it", ({ expect }) => {
    const digits = Array.from({ length: 255_000 }, () => 1);
    const value = nested(digits, 239);
    expect(readableJson(value)).toBe(JSON.stringify(value));
    expect(readableJson(nested([1, 2], 239))).toContain("\n");
  });
});
