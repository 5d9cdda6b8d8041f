import { describe, it } from "vitest";
import { pageErrorCode } from "./error";

const read = (query: Record<string, string>) => pageErrorCode(new URLSearchParams(query));

describe("pageErrorCode", () => {
  it("reads the code of a known error", ({ expect }) => {
    expect(read({ errorCode: "OAUTH_PROVIDER_ACCESS_DENIED", message: "Denied.", details: "{}" })).toBe(
      "OAUTH_PROVIDER_ACCESS_DENIED",
    );
  });

  it("is undefined without one", ({ expect }) => {
    expect(read({})).toBeUndefined();
    expect(read({ message: "Closed." })).toBeUndefined();
  });

  // Attack: content spoofing by a link whose code our page shows.
  it("refuses codes outside the catalogue", ({ expect }) => {
    expect(read({ errorCode: "CALL_THIS_NUMBER" })).toBeUndefined();
    expect(read({ errorCode: "constructor" })).toBeUndefined();
  });
});
