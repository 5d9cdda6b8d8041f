import { describe, expect, it } from "vitest";
import { RequestError } from "../kit/request-error";
import { describeFailure } from "./failure-wording";

describe("describeFailure", () => {
  it("400: says what the server said", () => {
    expect(describeFailure(new RequestError("https://api.test/x", 400, "User already has a password set."))).toBe(
      "User already has a password set.",
    );
  });

  it("500 and anything else: says only that it happened", () => {
    const sentence =
      "We could not reach the server, or it did not answer as expected. Check your connection and try again.";
    expect(describeFailure(new RequestError("https://api.test/x", 500, "Something went wrong."))).toBe(sentence);
    expect(describeFailure(new Error("token abc"))).toBe(sentence);
  });
});
