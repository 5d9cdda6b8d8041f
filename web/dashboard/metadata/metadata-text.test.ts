import { describe, it } from "vitest";
import { jsonProblem, metadataText, parseMetadata } from "./metadata-form";

describe("metadata as text", () => {
  for (const metadata of [null, { plan: "free", seats: [1, 2] }, "", 0, false, []]) {
    it(`is unchanged after a round trip: ${JSON.stringify(metadata)}`, ({ expect }) => {
      expect(parseMetadata(metadataText(metadata))).toEqual(metadata);
    });
  }

  it("reads blank text as null", ({ expect }) => {
    expect(jsonProblem(" \n")).toBeNull();
    expect(parseMetadata(" \n")).toBeNull();
  });

  it("finds the line of what is not JSON", ({ expect }) => {
    expect(jsonProblem('{\n  "plan": free\n}')?.message).toMatch(/JSON/);
    expect(jsonProblem('{\n  "a": 1,\n  "b": 2,\n}')?.line).toBe(4);
    expect(jsonProblem('{\n  "a": [1,')?.line).toBe(2);
  });
});
