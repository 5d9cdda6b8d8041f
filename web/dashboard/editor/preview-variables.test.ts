import { describe, it } from "vitest";
import { builtInTemplates } from "../../../worker/config/built-in-mails/templates";
import { previewVariables, withPreviewValues } from "./preview-variables";

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
