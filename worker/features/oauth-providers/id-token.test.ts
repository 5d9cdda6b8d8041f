import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Visit } from "../../testing/vendor-visit";
import { newPerson } from "../../testing/vendors";
import { failureAt, signInAt } from "./providers.fixtures";

const now = () => Math.floor(Date.now() / 1000);

/** Apple identifies a person only by its ID token: what passes its checks is signed in. */
const vendor = "apple";

describe("an ID token is refused", () => {
  // Evidence: claims-changed-after-they-signed
  // Evidence: foreign-key-comes-along-header
  // Evidence: hs256-public-key-shared-secret
  // Evidence: signature-all-alg-none
  it.each<[string, NonNullable<Visit["forgery"]>]>([
    ["Attack: no signature at all, alg none", "alg-none"],
    ["Attack: HS256 with the public key as the shared secret", "hs256-with-public-key"],
    ["Attack: signed by a foreign key under the id of a known one", "foreign-key"],
    ["Attack: a foreign key that comes along in the header", "embedded-key"],
    ["Attack: a key of 1024 bits, which can be factored", "short-key"],
    ["Attack: claims that were changed after they were signed", "changed-claims"],
    ["Attack: no ID token, so that nothing would be checked", "missing"],
  ])("%s", async (_, forgery) => {
    expect(await failureAt(vendor, { forgery })).toMatchObject({ kind: "unusable" });
  });

  // Evidence: kept-longer-valid
  // Evidence: made-another-client-us-many
  // Evidence: made-another-client-vendor
  // Evidence: made-another-sign-nonce
  // Evidence: valid-only-later
  it.each<[string, () => Record<string, unknown>]>([
    ["Attack: another issuer", () => ({ iss: "https://accounts.google.com" })],
    ["Attack: an issuer that begins alike", () => ({ iss: "https://appleid.apple.com.evil.test" })],
    ["Attack: made for another client of the vendor", () => ({ aud: "another-client" })],
    ["Attack: made for another client, and us as one of many", () => ({ aud: ["apple-client", "another-client"] })],
    ["Attack: made for another sign-in, by its nonce", () => ({ nonce: "another-nonce" })],
    ["Attack: kept for longer than it is valid", () => ({ iat: now() - 3700, exp: now() - 35 })],
    ["Attack: valid only later", () => ({ nbf: now() + 60 })],
    ["Attack: issued in the future", () => ({ iat: now() + 60 })],
    ["Attack: without a subject", () => ({ sub: undefined })],
    ["Attack: without an end", () => ({ exp: undefined })],
  ])("%s", async (_, claims) => {
    expect(await failureAt(vendor, { claims: mapUndefined(claims()) })).toMatchObject({ kind: "unusable" });
  });
});

/** What JSON leaves out would leave the good claim in place. */
function mapUndefined(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, value === undefined ? null : value]));
}

describe("an ID token is taken", () => {
  // The clock stands: a sign-in of a slow machine may take the seconds that are left of the 30.
  beforeEach(() => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
  });

  it.each<[string, () => Record<string, unknown>]>([
    ["up to 30 seconds after its end", () => ({ exp: now() - 20 })],
    ["up to 30 seconds before its beginning", () => ({ nbf: now() + 20, iat: now() + 20 })],
    ["without a nonce, from a vendor that returns none", () => ({ nonce: undefined })],
    ["with us as its only audience in a list", () => ({ aud: ["apple-client"] })],
  ])("%s", async (_, claims) => {
    const person = newPerson();
    const { profile } = await signInAt(vendor, { person, claims: claims() });
    expect(profile.accountId).toBe(person.id);
  });

  it.each([
    ["true", true],
    [true, true],
    ["false", false],
    [false, false],
  ])("email_verified %j is read as %s", async (email_verified, expected) => {
    // Attack: the text "false" taken for a yes.
    const { profile } = await signInAt(vendor, { claims: { email_verified } });
    expect(profile.emailVerified).toBe(expected);
  });
});

describe("the callback", () => {
  // Evidence: refused-when-names-another-issuer
  it("is refused when it names another issuer", async () => {
    // Attack: mix-up (RFC 9207), by the response of a provider that the attacker runs.
    expect(await failureAt("google", { callback: { iss: "https://evil.test" } })).toMatchObject({ kind: "unusable" });
  });
});
