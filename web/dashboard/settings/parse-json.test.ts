import { describe, it } from "vitest";
import { parseJson } from "./parse-json";

describe("parseJson", () => {
  it("reads what JSON.parse reads", ({ expect }) => {
    for (const text of [
      '{"a": {"b": [1, -2.5e3, "x\\n\\u00e4\\"", true, null]}, "c": {}, "d": []}',
      ' "text" ',
      "[[],[{}]]",
      '{"__proto__": {"admin": true}}',
      "0",
    ]) {
      expect(parseJson(text)).toMatchObject({ value: JSON.parse(text) });
    }
  });

  it("has the line of each value", ({ expect }) => {
    const parsed = parseJson('{\n  "a": {\n    "b": 1,\n\n    "c": [\n {"d": 2}]\n  }\n}');
    expect(parsed.problem ?? Object.fromEntries(parsed.lines)).toEqual({ a: 2, "a.b": 3, "a.c": 5, "a.c.0.d": 6 });
  });

  it.for([
    ['{\n  "a": 1,\n}', 3, 1, "syntax", "}"],
    ['{\n  "a": tru\n}', 2, 8, "syntax", "tru"],
    ['{"a" 1}', 1, 6, "syntax", "1}"],
    ['{"a": "x\n"}', 1, 7, "syntax", '"x'],
    ["{'a': 1}", 1, 2, "syntax", "'a':"],
    ['{"a": 01}', 1, 7, "syntax", "01}"],
    ['{"a": 1', 1, 8, "syntax", ""],
    ["", 1, 1, "syntax", ""],
    ["{} {}", 1, 4, "syntax", "{}"],
    ['{"a": 1,\n "a": 2}', 2, 2, "repeated", "a"],
  ] as const)("%j is refused at line %i, column %i", ([text, line, column, kind, found], { expect }) => {
    expect(parseJson(text)).toEqual({ problem: { line, column, kind, found } });
  });
});
