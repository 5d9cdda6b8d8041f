import { describe, it } from "vitest";
import { checkMetadata, metadataText, parseMetadata } from "./metadata-text";

describe("metadata as text", () => {
  for (const metadata of [null, { plan: "free", seats: [1, 2] }, "", 0, false, []]) {
    it(`comes back as it was: ${JSON.stringify(metadata)}`, ({ expect }) => {
      expect(parseMetadata(metadataText(metadata))).toEqual(metadata);
    });
  }

  it("takes blank text for nothing", ({ expect }) => {
    expect(checkMetadata(" \n")).toBe(true);
    expect(parseMetadata(" \n")).toBeNull();
  });

  for (const text of ['{"plan": free}', "{", "undefined"]) {
    it(`complains about ${text}`, ({ expect }) => {
      expect(checkMetadata(text)).toMatch(/^This is not JSON: /);
    });
  }
});
