import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Visit } from "../../testing/vendor-visit";
import { newPerson } from "../../testing/vendors";
import { failureAt, opened, ownKeys, signInAt } from "./providers.fixtures";

describe("a profile", () => {
  const userInfo = "openidconnect.googleapis.com/v1/userinfo";

  // Evidence: about-owner-id-token-unusable
  it("is about the owner of the ID token, or unusable", async () => {
    // Attack: token substitution, by an access token of another person (OpenID Connect Core 5.3.2).
    const api = { [userInfo]: { body: { sub: "somebody-else", email: "victim@google.test", email_verified: true } } };
    expect(await failureAt("google", { api })).toMatchObject({ kind: "unusable" });
  });

  it.each<[string, object, object]>([
    ["an address in any case", { email: "Ada@Google.TEST" }, { email: "ada@google.test", emailVerified: true }],
    // Attack: an address that another person has at the provider becomes a user's as it is brought into normal form.
    ...[
      "\u212Aate@google.test",
      "\u00A0kate@google.test",
      " kate@google.test",
      "kate@google.test\0",
      "kate\uFF20google.test",
      "<kate@google.test>",
      "x@evil.test,kate@google.test",
    ].map((email): [string, object, object] => [
      `an address that no other endpoint takes: ${JSON.stringify(email)}`,
      { email },
      { email: null, emailVerified: false },
    ]),
    ["an address that is none", { email: "not an address" }, { email: null, emailVerified: false }],
    ["a verified address that is missing", { email: null }, { email: null, emailVerified: false }],
    ["a name of spaces", { name: "  " }, { displayName: null }],
    ["a name that is too long", { name: "n".repeat(300) }, { displayName: "n".repeat(256) }],
    ["a picture that is a script", { picture: "javascript:alert(1)" }, { profileImageUrl: null }],
    [
      "nothing but the account",
      { email: undefined, name: undefined, picture: undefined },
      { email: null, displayName: null },
    ],
  ])("with %s", async (_, fields, expected) => {
    const person = newPerson({ email: "ada@google.test" });
    const body = { sub: person.id, email: person.email, email_verified: true, name: "Ada", ...fields };
    const { profile } = await signInAt("google", { person, api: { [userInfo]: { body } } });
    expect(profile).toMatchObject({ accountId: person.id, ...expected });
  });

  it("without an account id is unusable", async () => {
    const body = { account_id: "", display_name: "Ada" };
    expect(await failureAt("bitbucket", { api: { "api.bitbucket.org/2.0/user": { body } } })).toMatchObject({
      kind: "unusable",
    });
  });
});

describe("a token response", () => {
  // The clock stands: on a slow machine the rest of a sign-in takes seconds of the token's lifetime.
  beforeEach(() => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
  });

  it("with the time of expiry instead of a lifetime", async () => {
    const expires_at = Math.floor(Date.now() / 1000) + 1234;
    const { tokens } = await signInAt("discord", { tokens: { expires_in: null, expires_at } });
    expect(Math.abs(tokens.expiresAt - expires_at * 1000)).toBeLessThan(1000);
  });

  it("without a lifetime is good for an hour", async () => {
    const { tokens } = await signInAt("discord", { tokens: { expires_in: null } });
    expect(Math.abs(tokens.expiresAt - Date.now() - 3_600_000)).toBeLessThan(5000);
  });

  it("with an endless lifetime is good for ten years", async () => {
    // Attack: a time that no database holds.
    const { tokens } = await signInAt("discord", { tokens: { expires_in: 1e300 } });
    expect(Math.abs(tokens.expiresAt - Date.now() - 315_360_000_000)).toBeLessThan(5000);
  });

  it("that cannot be used is reported without its contents", async () => {
    // Attack: reading tokens in the log.
    const error = await signInAt("google", { tokens: { access_token: "at-secret", token_type: "mac" } }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ kind: "unusable", cause: "unsupported `token_type` value" });
  });

  it("with an ID token of a vendor that is no OpenID provider is taken without it", async () => {
    // Attack: an unchecked ID token decides who signed in.
    const person = newPerson();
    const { profile } = await signInAt("discord", { person, tokens: { id_token: "not.checked.atall" } });
    expect(profile.accountId).toBe(person.id);
  });
});

describe("an access token", () => {
  it.each([
    ["is broken", { status: 503, body: {} }],
    ["responds with 429", { status: 429, body: {} }],
    ["keeps silent", { isSilent: true }],
  ])("is not reported as invalid when the vendor %s: unusable", async (_, reply) => {
    // Apple's API gets no other request.
    const api = { "appleid.apple.com/auth/userinfo": reply };
    const { tokens } = await signInAt("apple", { api });
    // The sign-in of a slow machine has the usual limit.
    const provider = await opened("apple", ownKeys("apple"), { OUTBOUND_TIMEOUT_MS: "3000" });
    await expect(provider.accepts(tokens.accessToken)).rejects.toMatchObject({ kind: "unusable" });
  });
});

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
