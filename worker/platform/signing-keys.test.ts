import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, exportSPKI, jwtVerify, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { publicJwks, signAccessToken, signingKey, verificationKeys, verifyAccessToken } from "./signing-keys";

const PROJECT = "6fbbf22e-f4b2-4c6e-95a1-beab6fa41063";
const OTHER_PROJECT = "0b7ee4a8-29a1-4f0e-8a4e-6d2f1f3c9b55";
const secrets = { current: "pinned-root-secret" };
const rotated = { current: "the-next-root-secret", previous: "pinned-root-secret" };

const issuerOf = (audience: string) => `https://api.example.com/projects/${audience}`;
const NOW = Date.parse("2026-03-01T12:00:00.500Z");
const NOW_SECONDS = Date.parse("2026-03-01T12:00:00Z") / 1000;

const sign = (audience = PROJECT, under = secrets) =>
  signAccessToken(
    under,
    audience,
    { sub: "user-1" },
    { issuer: issuerOf(audience), lifetimeSeconds: 600, nowMillis: NOW },
  );
const verify = (token: string, under: { current: string; previous?: string } = secrets, nowMillis = NOW) =>
  verifyAccessToken(under, token, { issuerOf, nowMillis });

const segment = (value: unknown) => encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(value)));
const goodClaims = (audience = PROJECT) => ({
  sub: "attacker",
  iss: issuerOf(audience),
  aud: audience,
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 600,
});

describe("signing keys", () => {
  it("are derived as documented: HKDF-SHA-256, then FIPS 186-5 A.2.1 (vector computed with node:crypto)", async () => {
    expect((await signingKey(secrets, PROJECT)).publicJwk).toEqual({
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      kid: "QpuDLmAbinR7",
      x: "Y7vflmV3xXwc2mXwI36KfEOkLZmUv0sQoIDOgkMjhmg",
      y: "dS_6sQgVS6PmofzHATPBmxt-fTt3bcQD4R9jZpkIZqk",
    });
    expect((await signingKey(secrets, `${PROJECT}:anon`)).publicJwk).toEqual({
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      kid: "UQ_LvCjXWDpa",
      x: "63SMo3_f1D2Wbku8hm7ts8OUftUpvGcLZrkffIMVMyA",
      y: "b0bTsICJOhx2Bg_0m69lTalZ2lwlgeOn3kufpdSSSow",
    });
  });

  // Evidence: differ-per-project-anonymous-users-per
  it("differ per project, for anonymous users and per root secret", async () => {
    const keys = await Promise.all([
      signingKey(secrets, PROJECT),
      signingKey(secrets, `${PROJECT}:anon`),
      signingKey(secrets, OTHER_PROJECT),
      signingKey({ current: "the-next-root-secret" }, PROJECT),
    ]);
    expect(new Set(keys.map((key) => key.kid)).size).toBe(4);
    expect(new Set(keys.map((key) => key.publicJwk.x)).size).toBe(4);
  });

  it("cannot be exported, so that a leak of the isolate's objects leaks no key", async () => {
    const { privateKey } = await signingKey(secrets, PROJECT);
    expect(privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("jwk", privateKey)).rejects.toThrow();
  });

  it("are the same after more audiences than the isolate remembers", async () => {
    const before = await signingKey(secrets, PROJECT);
    for (let n = 0; n < 500; n++) await signingKey(secrets, `audience-${n}`);
    const after = await signingKey(secrets, PROJECT);
    expect(after).not.toBe(before);
    expect(after.publicJwk).toEqual(before.publicJwk);
    expect(await signingKey(secrets, PROJECT)).toBe(after);
  });
});

describe("publicJwks", () => {
  it("lists the key of each audience, and nothing private", async () => {
    const { keys } = await publicJwks(secrets, [PROJECT, `${PROJECT}:anon`]);
    expect(keys.map((key) => key.kid)).toEqual(["QpuDLmAbinR7", "UQ_LvCjXWDpa"]);
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "x", "y"]);
  });

  it("lists the current key first and the previous one while SERVER_SECRET_PREVIOUS is set", async () => {
    const { keys } = await publicJwks(rotated, [PROJECT]);
    expect(keys).toHaveLength(2);
    expect(keys[0]?.kid).toBe((await signingKey(rotated, PROJECT)).kid);
    expect(keys[1]?.kid).toBe("QpuDLmAbinR7");
  });

  it("lists the next key last, before it signs, and a key that is configured twice once", async () => {
    const { keys } = await publicJwks({ ...rotated, next: "the-one-after" }, [PROJECT]);
    const after = await signingKey({ current: "the-one-after" }, PROJECT);
    expect(keys.map(({ kid }) => kid)).toEqual([(await signingKey(rotated, PROJECT)).kid, "QpuDLmAbinR7", after.kid]);
    const forgotten = { ...secrets, previous: secrets.current, next: secrets.current };
    expect((await publicJwks(forgotten, [PROJECT])).keys).toHaveLength(1);
  });

  it("is what a third party needs to check a token", async () => {
    const keySet = createLocalJWKSet(await publicJwks(secrets, [PROJECT]));
    const { payload } = await jwtVerify(await sign(), keySet, { currentDate: new Date(NOW) });
    expect(payload.sub).toBe("user-1");
  });

  // Evidence: key-confusion-anonymous-token-fails-third
  it("key confusion: an anonymous token fails at a third party that checks nothing but the default key set", async () => {
    const keySet = createLocalJWKSet(await publicJwks(secrets, [PROJECT]));
    const token = await sign(`${PROJECT}:anon`);
    await expect(jwtVerify(token, keySet, { currentDate: new Date(NOW) })).rejects.toThrow("no applicable key");
  });
});

describe("signAccessToken", () => {
  it("writes alg and a kid of 12 characters, whole seconds, one issuer and one string audience", async () => {
    const token = await sign();
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: "QpuDLmAbinR7" });
    expect(decodeJwt(token)).toEqual({
      sub: "user-1",
      iss: `https://api.example.com/projects/${PROJECT}`,
      aud: PROJECT,
      iat: NOW_SECONDS,
      exp: NOW_SECONDS + 600,
    });
  });
});

describe("verifyAccessToken", () => {
  // Evidence: accepts-token-claims-last-second-life
  it("accepts a token with its claims, to the last second of its life", async () => {
    expect(await verify(await sign(), secrets, NOW + 599_000)).toEqual({
      valid: true,
      audience: PROJECT,
      claims: {
        sub: "user-1",
        iss: `https://api.example.com/projects/${PROJECT}`,
        aud: PROJECT,
        iat: NOW_SECONDS,
        exp: NOW_SECONDS + 600,
      },
    });
  });

  it("reports an expired token with the time of its expiry", async () => {
    expect(await verify(await sign(), secrets, NOW + 600_000)).toEqual({
      valid: false,
      reason: "expired",
      expiredAtMillis: (NOW_SECONDS + 600) * 1000,
    });
  });

  // Attack: a token that was seen to be valid, sent again when it has expired, or with other claims under its signature.
  it("attack replay: having verified a token vouches for nothing but this very token, until it expires", async () => {
    const token = await sign();
    const valid = await verify(token);
    expect(await verify(token)).toBe(valid);
    expect(await verify(token, secrets, NOW + 600_000)).toMatchObject({ valid: false, reason: "expired" });
    const [header, , signature] = token.split(".");
    const changed = `${header}.${segment(goodClaims())}.${signature}`;
    expect(await verify(changed)).toEqual({ valid: false, reason: "unparsable" });
    expect(await verify(token, { current: "the-next-root-secret" })).toEqual({ valid: false, reason: "unparsable" });
  });

  it("rotation: a token of the previous secret still verifies, and no longer once that is gone", async () => {
    const token = await sign();
    expect(await verify(token, rotated)).toMatchObject({ valid: true });
    expect(await verify(token, { current: "the-next-root-secret" })).toEqual({ valid: false, reason: "unparsable" });
    expect(await verificationKeys(rotated, PROJECT)).toHaveLength(2);
  });

  // Evidence: alg-none-unsigned-token-refused
  it("attack `alg: none`: an unsigned token is refused", async () => {
    const { kid } = await signingKey(secrets, PROJECT);
    for (const alg of ["none", "None", "NONE"]) {
      const token = `${segment({ alg, kid })}.${segment(goodClaims())}.`;
      expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    }
  });

  // Evidence: algorithm-confusion-hs256-public-key-secret
  it("attack algorithm confusion: HS256 with the public key as its secret is refused", async () => {
    const { kid, publicKey, publicJwk } = await signingKey(secrets, PROJECT);
    const publicKeyForms = [
      new TextEncoder().encode(await exportSPKI(publicKey)),
      new TextEncoder().encode(JSON.stringify(publicJwk)),
      new Uint8Array((await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer),
    ];
    for (const secret of publicKeyForms) {
      const token = await new SignJWT(goodClaims()).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
      expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    }
  });

  // Evidence: embedded-key-key-token-brings-along
  it("attack embedded key: a key that the token brings along is not believed", async () => {
    const { kid } = await signingKey(secrets, PROJECT);
    const own = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const { kty, crv, x, y } = (await crypto.subtle.exportKey("jwk", own.publicKey)) as JsonWebKey;
    const token = await new SignJWT(goodClaims())
      .setProtectedHeader({ alg: "ES256", kid, jwk: { kty, crv, x, y } })
      .sign(own.privateKey);
    expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
  });

  it.each([
    ["another project", OTHER_PROJECT, PROJECT],
    ["the anonymous users of the same project", `${PROJECT}:anon`, PROJECT],
    ["the named users, for anonymous ones", PROJECT, `${PROJECT}:anon`],
  ])("attack key confusion: the key of %s signs for no other audience", async (_owner, signer, audience) => {
    const key = await signingKey(secrets, signer);
    for (const kid of [key.kid, (await signingKey(secrets, audience)).kid]) {
      const token = await new SignJWT(goodClaims(audience))
        .setProtectedHeader({ alg: "ES256", kid })
        .sign(key.privateKey);
      expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    }
  });

  // Evidence: issuer-mix-up-rightly-signed-token
  it("attack issuer mix-up: a rightly signed token of another issuer is refused, even when expired", async () => {
    const token = await signAccessToken(
      secrets,
      PROJECT,
      { sub: "user-1" },
      { issuer: issuerOf(OTHER_PROJECT), lifetimeSeconds: 600, nowMillis: NOW },
    );
    expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    expect(await verify(token, secrets, NOW + 600_000)).toEqual({ valid: false, reason: "unparsable" });
  });

  // Evidence: tampering-changed-claims-under-old-signature
  it("attack tampering: changed claims under an old signature are refused, and not reported as expired", async () => {
    const [header, , signature] = (await sign()).split(".");
    const forged = `${header}.${segment({ ...goodClaims(), sub: "victim" })}.${signature}`;
    expect(await verify(forged)).toEqual({ valid: false, reason: "unparsable" });
    expect(await verify(forged, secrets, NOW + 600_000)).toEqual({ valid: false, reason: "unparsable" });
  });

  // Evidence: refuses-rightly-signed-token-without-expiry
  it("refuses a rightly signed token without expiry, or with a list of audiences", async () => {
    const { kid, privateKey } = await signingKey(secrets, PROJECT);
    const { exp: _exp, ...endless } = goodClaims();
    for (const claims of [endless, { ...goodClaims(), aud: [PROJECT] }]) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
      expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    }
  });

  // Evidence: future-token-token-valid-day-refused
  it("attack future token: a token that is valid from a day on is refused until then", async () => {
    const tomorrow = NOW + 24 * 60 * 60 * 1000;
    const options = { issuer: issuerOf(PROJECT), lifetimeSeconds: 600 };
    const token = await signAccessToken(secrets, PROJECT, {}, { ...options, nowMillis: tomorrow });
    expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
    expect((await verify(token, secrets, tomorrow)).valid).toBe(true);
    // The clocks of two machines differ.
    const soon = await signAccessToken(secrets, PROJECT, {}, { ...options, nowMillis: NOW + 30_000 });
    expect((await verify(soon)).valid).toBe(true);
  });

  it("refuses an audience without an issuer", async () => {
    const verdict = await verifyAccessToken(secrets, await sign(), { issuerOf: () => undefined, nowMillis: NOW });
    expect(verdict).toEqual({ valid: false, reason: "unparsable" });
  });

  it.each([
    "",
    "x",
    "..",
    "a.b.c",
    "a.b.c.d.e",
    `${segment({ alg: "ES256" })}.${segment(null)}.AA`,
    `${segment({ alg: "ES256" })}.${segment({ aud: 7 })}.AA`,
    `${segment({ alg: "ES256" })}.${segment({ aud: "a".repeat(10_000) })}.AA`,
  ])("refuses the malformed token %#", async (token) => {
    expect(await verify(token)).toEqual({ valid: false, reason: "unparsable" });
  });
});
