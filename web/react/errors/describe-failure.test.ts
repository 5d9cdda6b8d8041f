import { describe, expect, it } from "vitest";
import { InsecurePageError } from "../../kit/errors/fault";
import { decodeKnownError, KnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";
import { inEnglish } from "./describe-failure";

describe("describeFailure", () => {
  it("400: returns the message of the server", () => {
    expect(inEnglish(new RequestError("https://api.test/x", 400, "User already has a password set."))).toBe(
      "User already has a password set.",
    );
  });

  it("400 SCHEMA_ERROR: does not show the names of the wire's fields", () => {
    const text = JSON.stringify({ code: "SCHEMA_ERROR", details: { message: "body.email" }, error: "body.email" });
    expect(inEnglish(decodeKnownError("SCHEMA_ERROR", 400, text))).toBe(
      "The server did not accept what was sent. Check what you entered.",
    );
  });

  it("400 CURRENT_PROJECT_NOT_FOUND: does not name a header", () => {
    const text = "The current project was not found. Please check the value of the x-stack-project-id header.";
    expect(inEnglish(new KnownError("CURRENT_PROJECT_NOT_FOUND", 400, text))).toBe(
      "This website’s project does not exist. Please tell its owner.",
    );
  });

  it.each([
    "INVALID_PUBLISHABLE_CLIENT_KEY",
    "CLIENT_AUTHENTICATION_REQUIRED",
    "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  ] as const)("401 %s: tells the visitor whom to tell, not the developer what to check", (code) => {
    expect(inEnglish(new KnownError(code, 401, "The publishable key is not valid for the project."))).toBe(
      "This website’s key is missing or not valid. Please tell its owner.",
    );
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED, and a page without https: tells the visitor whom to tell", () => {
    expect(inEnglish(new KnownError("REDIRECT_URL_NOT_WHITELISTED", 400, "Redirect URL not whitelisted."))).toBe(
      "This website’s address is not set up for sign-in. Please tell its owner.",
    );
    expect(inEnglish(new InsecurePageError("crypto.subtle"))).toBe(
      "This way to sign in needs a secure connection (https), which this website does not have. Please tell its owner.",
    );
  });

  it("400: leaves out the severity with which a refused configuration begins", () => {
    const text = '[ERROR] The key "auth.smoke" is not valid for the schema.';
    expect(inEnglish(new RequestError("https://api.test/x", 400, text))).toBe(
      'The key "auth.smoke" is not valid for the schema.',
    );
  });

  it("500: names the request, so that support finds it in the log, and not the message", () => {
    expect(inEnglish(new RequestError("https://api.test/x", 500, "Something went wrong.", "r1"))).toBe(
      "Something went wrong on our side. Please try again. If it goes on, give this id to support: r1",
    );
    expect(inEnglish(new RequestError("https://api.test/x", 502, "Bad gateway"))).toBe(
      "Something went wrong on our side. Please try again. If it goes on, contact support.",
    );
  });

  it.each(["<html>Forbidden</html>", '{"error":"x"}', "[]", "a".repeat(301), ""])(
    "403: does not show a text that is no sentence, such as a proxy's: %.20s",
    (text) => {
      expect(inEnglish(new RequestError("https://api.test/x", 403, text, "r2"))).toMatch(/to support: r2$/);
    },
  );

  it("500 and 429 of a passkey ceremony: the cause counts, not what the kit says of it", () => {
    const error = new KnownError("PASSKEY_AUTHENTICATION_FAILED", 400, "Failed to get initiation options");
    error.cause = new RequestError("https://api.test/x", 500, "Something went wrong.", "r3");
    expect(inEnglish(error)).toMatch(/to support: r3$/);
    error.cause = new RequestError("https://api.test/x", 429, "Too Many Requests");
    expect(inEnglish(error)).toBe("Too many attempts. Wait a few minutes, then try again.");
  });

  it("429 after the last attempt: says that there were too many", () => {
    const reasons = [new TypeError("fetch failed"), new RequestError("https://api.test/x", 429, "Too Many Requests")];
    const error = new ConnectionError("No connection", { cause: new AggregateError(reasons) });
    expect(inEnglish(error)).toBe("Too many attempts. Wait a few minutes, then try again.");
  });

  it.for([
    [20, "Too many attempts. Try again in 1 minute."],
    [541, "Too many attempts. Try again in 10 minutes."],
  ] as const)("429 with %d seconds to wait: says how long", ([seconds, sentence], { expect }) => {
    const refusal = new RequestError("https://api.test/x", 429, "Too Many Requests", null, seconds);
    expect(inEnglish(new ConnectionError("No", { cause: new AggregateError([refusal]) }))).toBe(sentence);
  });

  it("UNSUPPORTED_ERROR: does not show a text for developers", () => {
    expect(inEnglish(decodeKnownError("FROM_THE_FUTURE", 400, '{"code":"FROM_THE_FUTURE","error":"x"}'))).toMatch(
      /^Something went wrong on our side/,
    );
  });

  it("no response and anything else: does not show the message", () => {
    const sentence =
      "We could not reach the server, or it did not respond as expected. Check your connection and try again.";
    expect(inEnglish(new ConnectionError("Gatehouse is unable to connect"))).toBe(sentence);
    expect(inEnglish(new Error("token abc"))).toBe(sentence);
  });
});
