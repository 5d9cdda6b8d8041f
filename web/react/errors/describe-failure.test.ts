import { describe, expect, it } from "vitest";
import { decodeKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { describeFailure } from "./describe-failure";

describe("describeFailure", () => {
  it("400: returns the message of the server", () => {
    expect(describeFailure(new RequestError("https://api.test/x", 400, "User already has a password set."))).toBe(
      "User already has a password set.",
    );
  });

  it("400 SCHEMA_ERROR: does not show the names of the wire's fields", () => {
    const text = JSON.stringify({ code: "SCHEMA_ERROR", details: { message: "body.email" }, error: "body.email" });
    expect(describeFailure(decodeKnownError("SCHEMA_ERROR", 400, text))).toBe(
      "The server did not accept what was sent. Check what you entered.",
    );
  });

  it("500 and anything else: does not show the message", () => {
    const sentence =
      "We could not reach the server, or it did not answer as expected. Check your connection and try again.";
    expect(describeFailure(new RequestError("https://api.test/x", 500, "Something went wrong."))).toBe(sentence);
    expect(describeFailure(new Error("token abc"))).toBe(sentence);
  });
});
