import { describe, it } from "vitest";
import { checkMetadata, metadataText, parseMetadata } from "./metadata-text";

describe("metadata as text", () => {
  for (const metadata of [null, { plan: "free", seats: [1, 2] }, "", 0, false, []]) {
    it(`is unchanged after a round trip: ${JSON.stringify(metadata)}`, ({ expect }) => {
      expect(parseMetadata(metadataText(metadata))).toEqual(metadata);
    });
  }

  it("reads blank text as null", ({ expect }) => {
    expect(checkMetadata(" \n")).toBe(true);
    expect(parseMetadata(" \n")).toBeNull();
  });

  for (const text of ['{"plan": free}', "{", "undefined"]) {
    it(`refuses ${text}`, ({ expect }) => {
      expect(checkMetadata(text)).toMatch(/^This is not JSON: /);
    });
  }
});
