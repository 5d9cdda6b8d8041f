import { describe, expect, expectTypeOf, it } from "vitest";
import { decodeKnownError, isKnownError, KnownError, KnownErrors } from "./known-error";

describe("decoding a known error", () => {
  it.each([
    [
      "with details",
      { code: "PASSWORD_TOO_SHORT", details: { min_length: 8 }, error: "Password too short. Minimum length is 8." },
      {
        errorCode: "PASSWORD_TOO_SHORT",
        message: "Password too short. Minimum length is 8.",
        details: { min_length: 8 },
      },
    ],
    [
      "without details",
      { code: "BODY_PARSING_ERROR", error: "Invalid JSON in request body" },
      { errorCode: "BODY_PARSING_ERROR", message: "Invalid JSON in request body", details: undefined },
    ],
    [
      "an expired owner token, with a number in its details",
      { code: "ADMIN_ACCESS_TOKEN_EXPIRED", details: { expired_at_millis: 1 }, error: "Expired." },
      { errorCode: "ADMIN_ACCESS_TOKEN_EXPIRED", message: "Expired.", details: { expired_at_millis: 1 } },
    ],
    [
      "without a sentence",
      { code: "INVALID_SCOPE" },
      { errorCode: "INVALID_SCOPE", message: "INVALID_SCOPE", details: undefined },
    ],
    [
      "with details that are none",
      { code: "USER_NOT_FOUND", details: "none", error: "User not found." },
      { errorCode: "USER_NOT_FOUND", message: "User not found.", details: undefined },
    ],
  ])("%s", (_, body, expected) => {
    const error = decodeKnownError(body.code, 400, JSON.stringify(body));
    expect(error).toMatchObject({ ...expected, statusCode: 400, humanReadableMessage: expected.message });
    expect(error.details).toEqual(expected.details);
  });

  it("makes an unsupported error of an unknown code", () => {
    const body = JSON.stringify({ code: "FROM_THE_FUTURE", error: "?" });
    expect(decodeKnownError("FROM_THE_FUTURE", 409, body)).toMatchObject({
      errorCode: "UNSUPPORTED_ERROR",
      statusCode: 500,
      details: { originalErrorCode: "FROM_THE_FUTURE" },
      message:
        "An error occurred that is not currently supported (possibly because it was added in a version of Gatehouse that is newer than this client). The original unsupported error code was: FROM_THE_FUTURE",
    });
  });

  it("does not take names every object has for codes", () => {
    expect(decodeKnownError("constructor", 400, '{"code":"constructor"}').errorCode).toBe("UNSUPPORTED_ERROR");
  });

  it.each([
    ["another code", '{"code":"USER_NOT_FOUND","error":"x"}'],
    ["no code", "{}"],
    ["no JSON", "Bad Gateway"],
    ["no object", "null"],
  ])("faults when the body names %s", (_, body) => {
    expect(() => decodeKnownError("TEAM_NOT_FOUND", 404, body)).toThrow(
      /^Mismatch between x-stack-known-error header and error code in body; the server's response is invalid/,
    );
  });
});

describe("kinds of known errors", () => {
  const expired = new KnownError("ACCESS_TOKEN_EXPIRED", 401, "Expired.");

  it("a family covers its members, at any depth", () => {
    expect(isKnownError(expired, "ACCESS_TOKEN_EXPIRED")).toBe(true);
    expect(isKnownError(expired, "INVALID_ACCESS_TOKEN")).toBe(true);
    expect(KnownErrors.SessionAuthenticationError.isInstance(expired)).toBe(true);
    expect(KnownErrors.RefreshTokenError.isInstance(expired)).toBe(false);
    expect(KnownErrors.VerificationCodeError.isInstance(new KnownError("VERIFICATION_CODE_EXPIRED", 400, "x"))).toBe(
      true,
    );
  });

  it("an error of another copy of the package is recognised, an error of another make is not", () => {
    const foreign = { [Symbol.for("gatehouse.known-error")]: true, errorCode: "USER_NOT_FOUND" };
    expect(KnownErrors.UserNotFound.isInstance(foreign)).toBe(true);
    expect(isKnownError({ errorCode: "USER_NOT_FOUND" }, "USER_NOT_FOUND")).toBe(false);
    expect(isKnownError(new Error("USER_NOT_FOUND"))).toBe(false);
    expect(isKnownError(null)).toBe(false);
  });

  it.each([
    ["USER_EMAIL_ALREADY_EXISTS", "UserWithEmailAlreadyExists"],
    ["WRONG_PERMISSION_SCOPE", "PermissionScopeMismatch"],
    ["VERIFICATION_ERROR", "VerificationCodeError"],
    ["INVALID_POLLING_CODE", "InvalidPollingCodeError"],
    ["OAUTH_PROVIDER_ACCESS_DENIED", "OAuthProviderAccessDenied"],
    ["CLI_AUTH_EXPIRED_ERROR", "CliAuthExpiredError"],
    ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", "InvalidOAuthClientIdOrSecret"],
    ["USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", "UserAlreadyConnectedToAnotherOAuthConnection"],
    ["PASSKEY_WEBAUTHN_ERROR", "PasskeyWebAuthnError"],
    ["INVALID_SHARED_OAUTH_PROVIDER_ID", "InvalidSharedOAuthProviderId"],
    ["OUTER_OAUTH_TIMEOUT", "OuterOAuthTimeout"],
    ["INVALID_TOTP_CODE", "InvalidTotpCode"],
  ])("%s is called %s", (code, name) => {
    const named: Readonly<Record<string, { readonly errorCode: string }>> = KnownErrors;
    expect(named[name]?.errorCode).toBe(code);
  });

  it("an error narrowed to a family has one of its codes", () => {
    const error: unknown = expired;
    if (!isKnownError(error, "INVALID_ACCESS_TOKEN")) throw new Error("It belongs to the family");
    expectTypeOf<"ACCESS_TOKEN_EXPIRED">().toExtend<typeof error.errorCode>();
    expectTypeOf<"USER_NOT_FOUND">().not.toExtend<typeof error.errorCode>();
  });

  it("comparing the code of an error tells which details it has", () => {
    const body = '{"code":"PASSWORD_TOO_LONG","details":{"maxLength":70},"error":"Too long."}';
    const error = decodeKnownError("PASSWORD_TOO_LONG", 400, body);
    expect(error.code).toBe("PASSWORD_TOO_LONG");
    if (error.code !== "PASSWORD_TOO_LONG") throw new Error("It has this code");
    expectTypeOf(error.details?.maxLength).toEqualTypeOf<number | undefined>();
    expect(error.details?.maxLength).toBe(70);
    // @ts-expect-error An error without this detail.
    expect(error.details?.min_length).toBeUndefined();
  });

  it("an error result is narrowed by its code, and has no other codes than the method lists", () => {
    const outcome = (error: KnownError<"PASSWORD_REQUIREMENTS_NOT_MET" | "USER_NOT_FOUND">) => {
      if (error.code === "PASSWORD_TOO_SHORT")
        expectTypeOf(error.details?.min_length).toEqualTypeOf<number | undefined>();
      // @ts-expect-error Not a code of this result.
      return error.code === "TEAM_NOT_FOUND";
    };
    expect(outcome(new KnownError("USER_NOT_FOUND", 404, "User not found."))).toBe(false);
  });
});
