import { describe, it } from "vitest";
import { builtInTemplates } from "../../../worker/config/built-in-emails/templates";
import { startOfLine } from "./code-editor";
import { changeBetween, previewVariables, withPreviewValues } from "./loaded";

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

describe("the lines of a text", () => {
  it("a line of a text begins after the end of the one before", ({ expect }) => {
    expect([1, 2, 3, 4].map((line) => startOfLine("a\nbc\n", line))).toEqual([0, 2, 5, 5]);
  });
});

const source = `export function EmailTemplate({ variables }: { variables: { a: string } }) {
  return <p>{variables.a} EmailTemplate.PreviewVariables = 5</p>;
}

EmailTemplate.PreviewVariables = {
  a: "it's \\"x\\"\\u0041",
  "b-c": -5,
  d: true, // so that it shows
  e: \`plain\`,
  f: { g: [1, null] },
  computed: new Date(),
  from: \`\${a}\`,
  short,
} satisfies typeof variablesSchema.infer;
`;

describe("the variables of a template", () => {
  it("are read from its preview values, those that are computed left out", ({ expect }) => {
    expect(previewVariables(source).map(({ name, value }) => [name, value])).toEqual([
      ["a", `it's "x"A`],
      ["b-c", -5],
      ["d", true],
      ["e", "plain"],
      ["f", { g: [1, null] }],
    ]);
  });

  it("of each template that every project has are texts", ({ expect }) => {
    for (const { tsxSource } of Object.values(builtInTemplates)) {
      const variables = previewVariables(tsxSource);
      expect(variables.length).toBeGreaterThan(0);
      expect(variables.every(({ value }) => typeof value === "string")).toBe(true);
    }
  });

  it("are none where there is no such object, in whatever source", ({ expect }) => {
    for (const text of ["", "EmailTemplate.PreviewVariables = other;", "}{ <", "Other.PreviewVariables = { a: 1 };"]) {
      expect(previewVariables(text)).toEqual([]);
    }
  });

  it("get other values in their places, without a change elsewhere", ({ expect }) => {
    const changed = withPreviewValues(source, { a: `";alert(1)//`, d: false, unknown: 1 });
    expect(changed.split("\n")).toHaveLength(source.split("\n").length);
    expect(changed).toContain(`  a: "\\";alert(1)//",\n`);
    expect(changed).toContain("  d: false, // so that it shows\n");
    expect(previewVariables(changed)[0]?.value).toBe(`";alert(1)//`);
  });
});
