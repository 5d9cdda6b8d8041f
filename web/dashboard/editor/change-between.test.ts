import { describe, it } from "vitest";
import { changeBetween } from "./change-between";

describe("the change between two texts", () => {
  it.for([
    ["", "abc"],
    ["abc", ""],
    ["abc", "abXc"],
    ["aaa", "aa"],
    ["aa", "aaaa"],
    ["one\ntwo\nthree", "one\n2\nthree"],
    ["abab", "ab"],
  ] as const)("makes the second of the first: %j to %j", ([before, after], { expect }) => {
    const change = changeBetween(before, after);
    if (!change) throw new Error("There is no change");
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  });

  it("replaces no more than what differs", ({ expect }) => {
    expect(changeBetween("const a = 1;", "const b = 1;")).toEqual({ from: 6, to: 7, insert: "b" });
    expect(changeBetween("same", "same")).toBeUndefined();
  });
});
