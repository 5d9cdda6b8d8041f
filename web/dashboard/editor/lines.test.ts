import { it } from "vitest";
import { startOfLine } from "./lines";

it("a line of a text begins after the end of the one before", ({ expect }) => {
  expect([1, 2, 3, 4].map((line) => startOfLine("a\nbc\n", line))).toEqual([0, 2, 5, 5]);
});
