import { describe, it } from "vitest";
import { isLastSignInMethod } from "./last-sign-in-method";

const none = { hasPassword: false, passkeyAuthEnabled: false, otpAuthEnabled: false, oauthProviders: [] };

describe("isLastSignInMethod", () => {
  it.for([
    ["passkey", { passkeyAuthEnabled: true }, true],
    ["otp", { otpAuthEnabled: true }, true],
    ["passkey", { passkeyAuthEnabled: true, otpAuthEnabled: true }, false],
    ["otp", { passkeyAuthEnabled: true, otpAuthEnabled: true }, false],
    ["passkey", { passkeyAuthEnabled: true, hasPassword: true }, false],
    ["otp", { otpAuthEnabled: true, hasPassword: true }, false],
    ["passkey", { passkeyAuthEnabled: true, oauthProviders: [{ id: "github" }] }, false],
    ["otp", { otpAuthEnabled: true, oauthProviders: [{ id: "github" }] }, false],
  ] as const)("%s of a user with %j: %s", ([method, has, isOnly], { expect }) => {
    expect(isLastSignInMethod({ ...none, ...has }, method)).toBe(isOnly);
  });
});
