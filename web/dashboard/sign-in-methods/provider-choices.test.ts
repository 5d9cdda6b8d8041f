import { describe, it } from "vitest";
import { choicesOf, providerOverride } from "./provider-choices";

describe("the choices of a provider", () => {
  it("begin with shared keys where there are any, and with own ones elsewhere", ({ expect }) => {
    expect(choicesOf("google", undefined)).toMatchObject({ keys: "shared", allowSignIn: true });
    expect(choicesOf("discord", undefined)).toMatchObject({ keys: "own", allowSignIn: true });
  });

  it("never show the secret that is set, and leave it as it is until another one is typed", ({ expect }) => {
    const saved = { isShared: false, clientId: "c1", clientSecret: "••••••••", allowSignIn: true };
    const choices = choicesOf("github", saved);
    expect(choices).toMatchObject({ keys: "own", clientId: "c1", clientSecret: "" });
    expect(providerOverride("github", choices)).not.toHaveProperty(["auth.oauth.providers.github.clientSecret"]);
    expect(providerOverride("github", { ...choices, clientSecret: " s2 " })).toMatchObject({
      "auth.oauth.providers.github.clientSecret": "s2",
    });
  });

  it("write what only one vendor has for that vendor alone, and nothing of keys that are shared", ({ expect }) => {
    const choices = { ...choicesOf("microsoft", { isShared: false }), microsoftTenantId: "t1", facebookConfigId: "f1" };
    const own = providerOverride("microsoft", choices);
    expect(own).toMatchObject({ "auth.oauth.providers.microsoft.microsoftTenantId": "t1" });
    expect(own).not.toHaveProperty(["auth.oauth.providers.microsoft.facebookConfigId"]);
    expect(Object.keys(providerOverride("microsoft", { ...choices, keys: "shared" }))).toEqual(
      ["type", "isShared", "allowSignIn", "allowConnectedAccounts"].map(
        (key) => `auth.oauth.providers.microsoft.${key}`,
      ),
    );
  });

  it("have scopes of the project, however they were typed, with own keys only", ({ expect }) => {
    const scopes = "auth.oauth.providers.github.scopes";
    const choices = { ...choicesOf("github", { isShared: false, scopes: "repo" }), clientId: "c1" };
    expect(choices.scopes).toBe("repo");
    expect(providerOverride("github", { ...choices, scopes: " repo,gist\n read:org " })).toMatchObject({
      [scopes]: "repo gist read:org",
    });
    expect(providerOverride("github", { ...choices, scopes: " " })).toMatchObject({ [scopes]: null });
    expect(providerOverride("github", { ...choices, keys: "shared" })).not.toHaveProperty([scopes]);
  });
});
