import { afterEach, describe, expect, it, vi } from "vitest";
import { formatSecret, isTotpOf, newTotpSecret, otpauthUri } from "./totp";
import { countSignInMethods } from "./use-sign-in-state";

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

describe("totp", () => {
  /** The secret of RFC 6238 appendix B, for SHA-1. */
  const secret = new TextEncoder().encode("12345678901234567890");

  afterEach(() => void vi.useRealTimers());

  describe("isTotpOf", () => {
    // RFC 6238 appendix B prints eight digits, of which six-digit values are the last six.
    it.each([
      [1_111_111_109, "081804", true],
      [1_111_111_109 + 30, "081804", true],
      [1_111_111_109 - 30, "081804", true],
      [1_111_111_109 + 61, "081804", false],
      [1_111_111_109 - 61, "081804", false],
      [1_111_111_109, "081805", false],
      [1_111_111_109, "", false],
      [1_111_111_109, "14081804", false],
    ])("at %d seconds, %j: %s", (seconds, code, isRight) => {
      vi.useFakeTimers({ toFake: ["Date"], now: seconds * 1_000 });
      expect(isTotpOf(secret, code)).toBe(isRight);
    });
  });

  describe("newTotpSecret", () => {
    it("has 20 random bytes", () => {
      const [one, other] = [newTotpSecret(), newTotpSecret()];
      expect(one).toHaveLength(20);
      expect(one).not.toEqual(other);
    });
  });

  describe("formatSecret", () => {
    it("is base 32 in groups of four", () => {
      expect(formatSecret(secret)).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
    });
  });

  describe("otpauthUri", () => {
    const uriOf = (issuer: string, account: string) => otpauthUri({ issuer, account, secret });
    const rest = "&algorithm=SHA1&digits=6&period=30";

    it("contains issuer, account and the secret in base 32", () => {
      expect(uriOf("Shop", "ada@example.com")).toBe(
        `otpauth://totp/Shop:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop${rest}`,
      );
    });

    it("encodes spaces and letters of any script", () => {
      const uri = uriOf("Café & Söhne", "zoë@example.com");
      expect(uri).toContain("otpauth://totp/Caf%C3%A9%20%26%20S%C3%B6hne:zo%C3%AB%40example.com?");
      expect(uri).toContain("&issuer=Caf%C3%A9%20%26%20S%C3%B6hne&");
      expect(uri).not.toContain("+");
    });

    // Attack: a project's name that says that the codes are another site's, or brings a secret of its own.
    it("encodes names so that they cannot add parameters", () => {
      const uri = new URL(uriOf("Bank:admin", "a?secret=AAAA&issuer=Evil#"));
      expect(uri.pathname.match(/:/g)).toHaveLength(1);
      expect(uri.searchParams.getAll("secret")).toEqual(["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"]);
      expect(uri.searchParams.getAll("issuer")).toEqual(["Bank admin"]);
      expect(uri.hash).toBe("");
    });
  });
});
