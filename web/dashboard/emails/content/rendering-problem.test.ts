import { describe, it } from "vitest";
import { KnownError } from "../../../kit/errors/known-error";
import { renderingProblem } from "./rendering-problem";

const failing = (error: string) => new KnownError("EMAIL_RENDERING_ERROR", 400, `Failed: ${error}`, { error });

describe("what the renderer says", () => {
  it.for([
    ["template, line 12: a is not defined", { file: "template", line: 12, message: "a is not defined" }],
    [
      "theme: The source is longer.\nMuch.",
      { file: "theme", line: undefined, message: "The source is longer.\nMuch." },
    ],
    ["Subject is required", { file: undefined, line: undefined, message: "Subject is required" }],
  ] as const)("names the source and the line where it has one: %j", ([text, problem], { expect }) => {
    expect(renderingProblem(failing(text))).toEqual(problem);
  });

  it("is told from other failures", ({ expect }) => {
    expect(renderingProblem(new Error("template, line 1: no"))).toBeUndefined();
    expect(renderingProblem(new KnownError("SCHEMA_ERROR", 400, "no"))).toBeUndefined();
  });
});
