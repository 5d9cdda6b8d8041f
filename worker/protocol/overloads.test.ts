import { describe, expect, it } from "vitest";
import { KnownError } from "./known-errors";
import { mergeOverloadErrors } from "./overloads";

const refused = (...allowed: string[]) =>
  new KnownError("INSUFFICIENT_ACCESS_TYPE", { actual_access_type: "client", allowed_access_types: allowed });
const complaint = (message: string) => new KnownError("SCHEMA_ERROR", { message });

describe("mergeOverloadErrors", () => {
  it("responds one error as it is", () => {
    const only = complaint("body is wrong");
    expect(mergeOverloadErrors([only])).toBe(only);
  });

  it("merges errors that are equal", () => {
    const { code, message } = mergeOverloadErrors([complaint("body is wrong"), complaint("body is wrong")]);
    expect([code, message]).toEqual(["SCHEMA_ERROR", "body is wrong"]);
  });

  it("unites refused tiers in the order client, server, admin", () => {
    const { code, details, message } = mergeOverloadErrors([refused("admin"), refused("server"), refused("admin")]);
    expect([code, details]).toEqual([
      "INSUFFICIENT_ACCESS_TYPE",
      { actual_access_type: "client", allowed_access_types: ["server", "admin"] },
    ]);
    expect(message).toBe("The x-stack-access-type header must be 'server' or 'admin', but was 'client'.");
  });

  it("hides refused tiers behind any other error, wherever they stand", () => {
    const other = complaint("body is wrong");
    expect(mergeOverloadErrors([refused("server"), other])).toBe(other);
    expect(mergeOverloadErrors([other, refused("admin"), refused("server")])).toBe(other);
  });

  it("ALL_OVERLOADS_FAILED: several errors are listed with code, details and message, and printed one by one", () => {
    const { code, status, details, message } = mergeOverloadErrors([
      complaint("body.a must be defined"),
      refused("server"),
      new KnownError("CANNOT_GET_OWN_USER_WITHOUT_USER"),
    ]);
    expect([code, status]).toEqual(["ALL_OVERLOADS_FAILED", 400]);
    expect(details).toEqual({
      overload_errors: [
        {
          code: "SCHEMA_ERROR",
          details: { message: "body.a must be defined" },
          error: "body.a must be defined",
        },
        {
          code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
          error: "You have specified 'me' as a userId, but did not provide authentication for a user.",
        },
      ],
    });
    expect(message).toBe(
      `This endpoint has multiple overloads, but they all failed to process the request.

  Overload 1: {
    "code": "SCHEMA_ERROR",
    "details": {
      "message": "body.a must be defined"
    },
    "error": "body.a must be defined"
  }

  Overload 2: {
    "code": "CANNOT_GET_OWN_USER_WITHOUT_USER",
    "error": "You have specified 'me' as a userId, but did not provide authentication for a user."
  }`,
    );
  });
});
