import { describe, it } from "vitest";
import { countSignInMethods } from "./sign-in-methods";

const none = { hasPassword: false, passkeyAuthEnabled: false, otpAuthEnabled: false };
const every = { hasPassword: true, passkeyAuthEnabled: true, otpAuthEnabled: true };
const config = {
  credentialEnabled: true,
  passkeyEnabled: true,
  magicLinkEnabled: true,
  oauthProviders: [{ id: "google" }, { id: "github" }],
};
const google = { providerConfigId: "google", allowSignIn: true };

describe("countSignInMethods", () => {
  it.for([
    [none, [], 0],
    [{ ...none, passkeyAuthEnabled: true }, [], 1],
    [{ ...none, passkeyAuthEnabled: true, hasPassword: true }, [], 2],
    [every, [google, { providerConfigId: "github", allowSignIn: true }], 5],
    [none, [{ ...google, allowSignIn: false }], 0],
    [none, [{ providerConfigId: "gitlab", allowSignIn: true }], 0],
  ] as const)("of a user with %j and the links %j is %i", ([user, links, count], { expect }) => {
    expect(countSignInMethods(user, links, { config })).toBe(count);
  });

  it("leaves out what the project does not offer", ({ expect }) => {
    const offered = { ...config, credentialEnabled: false, magicLinkEnabled: false, oauthProviders: [] };
    expect(countSignInMethods(every, [google], { config: offered })).toBe(1);
  });
});
