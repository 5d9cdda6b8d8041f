import { describe, it } from "vitest";
import { hiddenSecret } from "../forms/config";
import { changesBetween, misplacedSecret, overrideOf, withoutSecrets } from "./configuration-page";
import { parseJson } from "./parse-json";
import { typedName } from "./settings-page";

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

describe("parseJson", () => {
  it("reads what JSON.parse reads", ({ expect }) => {
    for (const text of [
      '{"a": {"b": [1, -2.5e3, "x\\n\\u00e4\\"", true, null]}, "c": {}, "d": []}',
      ' "text" ',
      "[[],[{}]]",
      '{"__proto__": {"admin": true}}',
      "0",
    ]) {
      expect(parseJson(text)).toMatchObject({ value: JSON.parse(text) });
    }
  });

  it("has the line of each value", ({ expect }) => {
    const parsed = parseJson('{\n  "a": {\n    "b": 1,\n\n    "c": [\n {"d": 2}]\n  }\n}');
    expect(parsed.problem ?? Object.fromEntries(parsed.lines)).toEqual({ a: 2, "a.b": 3, "a.c": 5, "a.c.0.d": 6 });
  });

  it.for([
    ['{\n  "a": 1,\n}', 3, 1, "syntax", "}"],
    ['{\n  "a": tru\n}', 2, 8, "syntax", "tru"],
    ['{"a" 1}', 1, 6, "syntax", "1}"],
    ['{"a": "x\n"}', 1, 7, "syntax", '"x'],
    ["{'a': 1}", 1, 2, "syntax", "'a':"],
    ['{"a": 01}', 1, 7, "syntax", "01}"],
    ['{"a": 1', 1, 8, "syntax", ""],
    ["", 1, 1, "syntax", ""],
    ["{} {}", 1, 4, "syntax", "{}"],
    ['{"a": 1,\n "a": 2}', 2, 2, "repeated", "a"],
  ] as const)("%j is refused at line %i, column %i", ([text, line, column, kind, found], { expect }) => {
    expect(parseJson(text)).toEqual({ problem: { line, column, kind, found } });
  });
});

describe("typedName", () => {
  it("is the name with the spaces that show", ({ expect }) => {
    expect(typedName(" My  shop ")).toBe("My shop");
    expect(typedName("Bäckerei Müller")).toBe("Bäckerei Müller");
  });

  it("is none where it cannot be typed as it shows", ({ expect }) => {
    for (const name of [" ", "x".repeat(61), "shop\u200b", "\u202eposh", "sho\u0301p"]) {
      expect(typedName(name)).toBeUndefined();
    }
  });
});
