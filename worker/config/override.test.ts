import { describe, expect, it } from "vitest";
import { isSealed } from "../platform/sealing";
import { applyPatch, mapSecrets, renderConfig } from "./index";
import { hostileJson, randomOverride, seeded } from "./overrides.fixtures";

describe("applyPatch", () => {
  it("a dotted leaf changes only that leaf", () => {
    expect(
      applyPatch({ "auth.otp.allowSignIn": true, "auth.allowSignUp": false }, { "auth.allowSignUp": true }),
    ).toEqual({
      "auth.otp.allowSignIn": true,
      "auth.allowSignUp": true,
    });
  });

  it("an object replaces its subtree, and is not merged into it", () => {
    const stored = { "auth.otp.allowSignIn": true, auth: { allowSignUp: false }, "authority.x": 1, "users.a": 1 };
    expect(applyPatch(stored, { auth: { password: { allowSignIn: true } } })).toEqual({
      "authority.x": 1,
      "users.a": 1,
      auth: { password: { allowSignIn: true } },
    });
  });

  it("a stored object and a later leaf below it stand side by side, and the leaf wins", () => {
    const override = applyPatch({ auth: { allowSignUp: false } }, { "auth.allowSignUp": true });
    expect(override).toEqual({ auth: { allowSignUp: false }, "auth.allowSignUp": true });
    expect(renderConfig(override).auth.allowSignUp).toBe(true);
  });

  it("within one patch no key takes another away", () => {
    const patch = { "auth.allowSignUp": false, auth: { otp: { allowSignIn: true } } };
    expect(applyPatch({}, patch)).toEqual(patch);
  });

  it("null is stored, since it hides the value of a shallower key", () => {
    const override = applyPatch({ "payments.items": { a: {}, b: {} } }, { "payments.items.a": null });
    expect(Object.keys(renderConfig(override).payments.items)).toEqual(["b"]);
  });

  it("prototype pollution: a key __proto__ becomes an own property of the copy and nothing else", () => {
    const override = applyPatch({}, JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(Object.getPrototypeOf(override)).toBe(Object.prototype);
    expect((override as { polluted?: boolean }).polluted).toBeUndefined();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("is idempotent, changes none of its arguments, and keeps every key of the patch (1,000 random patches)", () => {
    const random = seeded(3);
    for (let round = 0; round < 1_000; round++) {
      const [stored, patch] = [randomOverride(random), hostileJson(random)];
      const arguments_ = JSON.stringify([stored, patch]);
      const once = applyPatch(stored, patch);
      expect(JSON.stringify(applyPatch(once, patch))).toBe(JSON.stringify(once));
      expect(JSON.stringify([stored, patch])).toBe(arguments_);
      for (const key of Object.keys(patch)) expect(Object.hasOwn(once, key)).toBe(true);
    }
  });
});

describe("mapSecrets", () => {
  async function visited(override: Readonly<Record<string, unknown>>) {
    const seen: [string, string][] = [];
    const mapped = await mapSecrets(override, async (path, value) => {
      seen.push([path, value]);
      return `sealed:v1:${value}`;
    });
    return { seen: seen.sort(), mapped };
  }

  it("visits the SMTP password and every provider's secret, however they are spelt, and nothing else", async () => {
    const expected = [
      ["auth.oauth.providers.github.clientSecret", "g2"],
      ["auth.oauth.providers.google.clientSecret", "g1"],
      ["emails.server.password", "p"],
    ];
    const google = { clientId: "id", clientSecret: "g1", type: "google" };
    const spellings = [
      {
        auth: { oauth: { providers: { google, github: { clientSecret: "g2" } } }, password: { allowSignIn: true } },
        emails: { server: { password: "p", host: "h" } },
      },
      {
        "auth.oauth.providers.google.clientSecret": "g1",
        "auth.oauth.providers.github.clientSecret": "g2",
        "emails.server.password": "p",
      },
      {
        "auth.oauth": { "providers.google": google, providers: { "github.clientSecret": "g2" } },
        emails: { "server.password": "p" },
      },
    ];
    for (const override of spellings) {
      const { seen, mapped } = await visited(override);
      expect(seen).toEqual(expected);
      const config = renderConfig(mapped);
      expect(config.emails.server.password).toBe("sealed:v1:p");
      expect(config.auth.oauth.providers.google?.clientSecret).toBe("sealed:v1:g1");
    }
  });

  it("a secret hidden below a deeper key of the same name is sealed too", async () => {
    const { seen } = await visited({ "emails.server": { password: "old" }, "emails.server.password": "new" });
    expect(seen).toEqual([
      ["emails.server.password", "new"],
      ["emails.server.password", "old"],
    ]);
  });

  it("leaves everything that is not a secret text as it is", async () => {
    const override = {
      "auth.password.allowSignIn": true,
      "auth.oauth.providers": "text",
      "emails.server.password": null,
      "emails.server.passwords": "x",
      "emails.server": { password: { password: "x" } },
      "auth.oauth.providers.google": { clientSecrets: "x", clientSecret: 5, "a.clientSecret": "x" },
      "payments.items.password": { displayName: "emails.server.password" },
    };
    const { seen, mapped } = await visited(override);
    expect(seen).toEqual([]);
    expect(mapped).toEqual(override);
  });

  it("recognises a sealed text by its prefix", () => {
    expect(["sealed:v1:abc", "sealed:v2:abc", "secret", ""].map(isSealed)).toEqual([true, false, false, false]);
  });

  it("the identity gives the override back (500 random overrides)", async () => {
    const random = seeded(11);
    for (let round = 0; round < 500; round++) {
      const override = hostileJson(random);
      expect(JSON.stringify(await mapSecrets(override, async (_, value) => value))).toBe(JSON.stringify(override));
    }
  });
});
