import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { failureText } from "./failure-texts";
import { methodStates } from "./sign-in-help";

const config = {
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: true,
  oauthProviders: [
    { id: "google", type: "shared", enabled: true },
    { id: "github", type: "shared", enabled: false },
  ],
} as Parameters<typeof methodStates>[1];

describe("methodStates", () => {
  it("says of each method whether the user has set it up, and the project has it on", ({ expect }) => {
    const oauthProviders = ["google", "github"].map((id) => ({ id }));
    const user = { hasPassword: true, otpAuthEnabled: true, passkeyAuthEnabled: false, oauthProviders };
    expect(methodStates(user, config)).toEqual([
      { method: "password", state: "usable" },
      { method: "code", state: "off-here" },
      { method: "passkey", state: "none" },
      { method: "google", state: "usable" },
      { method: "github", state: "off-here" },
    ]);
  });
});

describe("failureText", () => {
  it("puts a reason in words, and shows one that it does not know as it is", ({ expect }) => {
    expect(failureText("wrong_password", english)).toBe("Wrong password");
    expect(failureText("not_known_here", english)).toBe("not_known_here");
  });
});
