import { describe, it } from "vitest";
import { pageError } from "./page-error";

const read = (query: Record<string, string>) => pageError(new URLSearchParams(query));

const withoutError: Record<string, string>[] = [
  {},
  { errorCode: "SIGN_UP_NOT_ENABLED" },
  { message: "Closed." },
  { errorCode: "SIGN_UP_NOT_ENABLED", message: "Closed.", details: "{" },
];

describe("pageError", () => {
  it("reads the code and the message of a known error", ({ expect }) => {
    expect(read({ errorCode: "OAUTH_PROVIDER_ACCESS_DENIED", message: "Denied.", details: "{}" })).toEqual({
      errorCode: "OAUTH_PROVIDER_ACCESS_DENIED",
      message: "Denied.",
    });
  });

  it("does not need details", ({ expect }) => {
    expect(read({ errorCode: "SIGN_UP_NOT_ENABLED", message: "Closed." })?.errorCode).toBe("SIGN_UP_NOT_ENABLED");
  });

  it.for(withoutError)("ignores %o", (query, { expect }) => {
    expect(read(query)).toBeUndefined();
  });

  // Attack: content spoofing by a link whose message our page shows.
  it("refuses codes outside the catalogue and truncates long messages", ({ expect }) => {
    expect(read({ errorCode: "CALL_THIS_NUMBER", message: "Your account is locked." })).toBeUndefined();
    expect(read({ errorCode: "constructor", message: "Your account is locked." })).toBeUndefined();
    expect(read({ errorCode: "SIGN_UP_NOT_ENABLED", message: "a".repeat(900) })?.message).toHaveLength(300);
  });
});
