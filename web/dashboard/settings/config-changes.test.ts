import { describe, it } from "vitest";
import { hiddenSecret } from "../forms/config-queries";
import { changesBetween, misplacedSecret, overrideOf, withoutSecrets } from "./config-changes";

const before = {
  auth: { allowSignUp: true, oauth: { providers: { google: { clientId: "a", clientSecret: hiddenSecret } } } },
  domains: { trustedDomains: {} },
  teams: { list: [1, 2] },
};

describe("the changes between two configurations", () => {
  it("are the settings that differ, and groups that are new or gone as a whole", ({ expect }) => {
    const after = {
      auth: { allowSignUp: false, oauth: { providers: {} } },
      domains: { trustedDomains: { site: { baseUrl: "https://a.example", handlerPath: "/" } } },
      teams: { list: [1, 2, 3] },
    };
    expect(overrideOf(changesBetween(before, after))).toEqual({
      "auth.allowSignUp": false,
      "auth.oauth.providers.google": null,
      "domains.trustedDomains.site": { baseUrl: "https://a.example", handlerPath: "/" },
      "teams.list": [1, 2, 3],
    });
    expect(changesBetween(before, before)).toEqual([]);
  });

  it("are found for names that objects inherit", ({ expect }) => {
    expect(changesBetween({}, { constructor: 1 })).toEqual([{ path: "constructor", from: undefined, to: 1 }]);
  });

  it("never store the dots in the place of a secret", ({ expect }) => {
    // Attack: an entry is copied under another name, and the dots become its secret, which anyone can guess.
    const copied = { ...before, copy: before.auth };
    expect(misplacedSecret(changesBetween(before, copied))).toBe("copy");
    expect(misplacedSecret(changesBetween(before, { ...before, teams: {} }))).toBeUndefined();
  });
});

describe("withoutSecrets", () => {
  it("replaces the secrets at every depth, and leaves groups of the same name", ({ expect }) => {
    const value = { google: { clientSecret: "s", clientId: "i" }, password: { allowSignIn: true } };
    expect(withoutSecrets(value, "providers", (name) => `<${name}>`)).toEqual({
      google: { clientSecret: "<clientSecret>", clientId: "i" },
      password: { allowSignIn: true },
    });
    expect(withoutSecrets("s", "password", () => "hidden")).toBe("hidden");
    expect(withoutSecrets({ "emails.server.password": "s" }, "", () => "hidden")).toEqual({
      "emails.server.password": "hidden",
    });
  });
});
