import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClientAppOptions } from "../connection/app-options";
import { serverOfEachTest } from "../testing/api-server";
import { makeClientApp } from "../testing/apps";
import { claims, signingKey } from "../testing/wire-samples";
import { type VerifyOptions, verifyRequest } from "./verification";

const api = serverOfEachTest();
const jwksRoute = "GET /projects/p1/.well-known/jwks.json";
const allKeysRoute = `${jwksRoute}?include_anonymous=true`;
const key = await signingKey("k1");
const anonymousKey = await signingKey("a1");

beforeEach(() => {
  api.on(jwksRoute, { body: { keys: [key.publicJwk] } });
  api.on(allKeysRoute, { body: { keys: [key.publicJwk, anonymousKey.publicJwk] } });
});

/** A backend of the project `p1` without a secret key, whose clock the test sets. */
function backend(options: Partial<ClientAppOptions> = {}) {
  const { app, host } = makeClientApp({ baseUrl: api.url, tokenStore: null, ...options });
  const named = { iss: `${api.url}/api/v1/projects/p1`, aud: "p1" };
  const verify = (token: string, verifyOptions?: VerifyOptions) =>
    verifyRequest(app, { headers: { authorization: `Bearer ${token}` } }, verifyOptions);
  return {
    app,
    host,
    verify,
    named,
    anonymous: { iss: `${api.url}/api/v1/projects-anonymous-users/p1`, aud: "p1:anon", is_anonymous: true },
    sign: (changed: JWTPayload = {}, signer = key) => signer.sign({ ...named, ...changed }, host.time),
  };
}

describe("verifyRequest", () => {
  it("has the user of a signed token, with all its claims", async () => {
    const { verify, sign, named, host } = backend();
    host.time -= 86_400_000;
    expect(await verify(await sign({ is_impersonation: true, selected_team_id: "t1" }))).toEqual({
      id: claims.sub,
      primaryEmail: "zoe@example.com",
      displayName: "Zoë",
      primaryEmailVerified: true,
      isAnonymous: false,
      isRestricted: false,
      restrictedReason: null,
      selectedTeamId: "t1",
      isImpersonation: true,
      sessionId: claims.refresh_token_id,
      claims: expect.objectContaining(named),
    });
  });

  it.each<[string, (token: string) => Record<string, string>]>([
    ["x-stack-auth", (accessToken) => ({ "x-stack-auth": JSON.stringify({ accessToken }) })],
    [
      "the cookies",
      (token) => ({ cookie: `stack-refresh-p1=r1; stack-access=${encodeURIComponent(`["r1","${token}"]`)}` }),
    ],
    [
      "the header before a bearer token",
      (t) => ({ "x-stack-auth": `{"accessToken":"${t}"}`, authorization: "Bearer x" }),
    ],
    ["a bearer token before cookies", (token) => ({ authorization: `bearer ${token}`, cookie: "stack-refresh-p1=r1" })],
  ])("reads %s, of a Fetch request and of Node's", async (_, headers) => {
    const { app, sign } = backend();
    const sent = headers(await sign());
    expect(await verifyRequest(app, { headers: sent })).toMatchObject({ id: claims.sub });
    expect(await verifyRequest(app, new Request("http://shop.test", { headers: sent }))).toMatchObject({
      id: claims.sub,
    });
  });

  it.each<[string, Record<string, string>]>([
    ["without any token", {}],
    ["with an x-stack-auth header that is not JSON", { "x-stack-auth": "secret" }],
    ["with the text undefined for a token", { "x-stack-auth": '{"accessToken":"undefined"}' }],
    ["with a token that is not a JWT", { authorization: "Bearer secret" }],
    ["with another scheme", { authorization: "Basic dTpw" }],
  ])("is null for a request %s, and asks the API nothing", async (_, headers) => {
    expect(await verifyRequest(backend().app, { headers })).toBeNull();
    expect(api.received).toEqual([]);
  });

  it("accepts the issuer by which browsers reach the API, where this backend reaches it by another address", async () => {
    const { verify, sign } = backend({ baseUrl: { browser: "https://api.example.com/", server: api.url } });
    expect(await verify(await sign({ iss: "https://api.example.com/api/v1/projects/p1" }))).toMatchObject({
      id: claims.sub,
    });
    expect(await verify(await sign({ iss: "https://api.evil.example/api/v1/projects/p1" }))).toBeNull();
  });

  // Attack: a website takes who has not proven their address, or was restricted, for a full user.
  it("refuses restricted users, and accepts them where they are asked for", async () => {
    const { verify, sign } = backend();
    const restricted_reason = { type: "email_not_verified" };
    const token = await sign({ is_restricted: true, restricted_reason });
    expect(await verify(token)).toBeNull();
    expect(await verify(token, { restricted: true })).toMatchObject({
      isRestricted: true,
      restrictedReason: restricted_reason,
    });
  });

  it("refuses anonymous users, and accepts them where they are asked for", async () => {
    const { verify, sign, anonymous } = backend();
    const token = await sign(anonymous, anonymousKey);
    expect(await verify(token)).toBeNull();
    expect(api.received).toEqual([]);
    expect(await verify(token, { anonymous: true })).toMatchObject({ isAnonymous: true });
    expect(await verify(await sign(), { anonymous: true })).toMatchObject({ isAnonymous: false });
  });
});

describe("the access token of an attacker", () => {
  // Attack: a token of another project of the same server, or of another server, shown to this one. The keys may be the
  // project's own here, to show that issuer and audience are checked for themselves.
  it.each<[string, JWTPayload]>([
    ["another audience", { aud: "p2" }],
    ["several audiences", { aud: ["p1", "p2"] }],
    ["another issuer", { iss: "https://api.evil.example/api/v1/projects/p1" }],
    ["the issuer of another project", { iss: "http://127.0.0.1/api/v1/projects/p2" }],
    ["no expiry", { exp: undefined }],
    ["no time of issue", { iat: undefined }],
    ["a time that has not come", { nbf: Math.floor(Date.now() / 1000) + 3600 }],
  ])("is refused with %s", async (_, changed) => {
    const { verify, sign } = backend();
    expect(await verify(await sign(changed))).toBeNull();
  });

  // Attack: the token of another project, signed with that project's own key, under the id of this project's.
  it("is refused when it is signed with another project's key", async () => {
    const { verify, sign } = backend();
    expect(await verify(await sign({}, await signingKey("k1")))).toBeNull();
  });

  // Attack: the signature check is switched off (alg none), or made with the public key as a shared secret (HS256).
  it("is refused with any algorithm but ES256", async () => {
    const { verify, named, host } = backend();
    const token = new UnsecuredJWT({ ...claims, ...named }).setIssuedAt().setExpirationTime("5m").encode();
    expect(await verify(token)).toBeNull();
    expect(await verify(`${token}x`)).toBeNull();
    const secret = new TextEncoder().encode(JSON.stringify(key.publicJwk));
    for (const kid of ["k1", undefined]) {
      const signed = new SignJWT({ ...claims, ...named }).setIssuedAt().setExpirationTime("5m");
      expect(await verify(await signed.setProtectedHeader({ alg: "HS256", kid }).sign(secret))).toBeNull();
    }
    const { privateKey, publicKey } = await generateKeyPair("ES384");
    api.on(jwksRoute, { body: { keys: [{ ...(await exportJWK(publicKey)), kid: "k3", alg: "ES384" }] } });
    const signed = new SignJWT({ ...claims, ...named }).setIssuedAt().setExpirationTime("1h");
    host.time += 600_000;
    expect(await verify(await signed.setProtectedHeader({ alg: "ES384", kid: "k3" }).sign(privateKey))).toBeNull();
  });

  // Attack: the claims are changed and the signature is kept, or the key comes with the token (`jwk`, `jku`).
  it("is refused when it was tampered with, or brings its own key", async () => {
    const { verify, sign, named } = backend();
    const [header, , signature] = (await sign()).split(".");
    const payload = Buffer.from(JSON.stringify({ ...claims, ...named, sub: "admin", exp: 9_999_999_999, iat: 1 }));
    expect(await verify(`${header}.${payload.toString("base64url")}.${signature}`)).toBeNull();
    const own = await signingKey("own");
    const forged = Buffer.from(JSON.stringify({ alg: "ES256", jwk: own.publicJwk, jku: "https://evil.example/jwks" }));
    const [, claimsPart, ownSignature] = (await sign({}, own)).split(".");
    expect(await verify(`${forged.toString("base64url")}.${claimsPart}.${ownSignature}`)).toBeNull();
  });

  // Attack: an anonymous account, which anyone can make, passes for a named user by claiming so, or the other way round.
  it("is refused when an anonymous user's key signs for a named one, or a named one's for an anonymous", async () => {
    const { verify, sign, anonymous, named } = backend();
    expect(await verify(await sign({}, anonymousKey))).toBeNull();
    expect(await verify(await sign({ ...anonymous, is_anonymous: false }, anonymousKey))).toBeNull();
    for (const token of [await sign({ ...named, is_anonymous: true }, anonymousKey), await sign(anonymous, key)]) {
      expect(await verify(token)).toBeNull();
    }
    expect(await verify(await sign({ ...named, is_anonymous: true }, anonymousKey), { anonymous: true })).toBeNull();
  });

  // Attack: a flood of tokens that name made-up keys makes the backend flood the API.
  it("costs one request in 30 seconds at most, however many name unknown keys", async () => {
    const { verify, sign, host } = backend();
    expect(await verify(await sign())).not.toBeNull();
    host.time += 30_000;
    const flood = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => verify(await sign({}, await signingKey(`made-up-${index}`)))),
    );
    expect(flood.every((user) => user === null)).toBe(true);
    expect(api.requestsFor(jwksRoute)).toHaveLength(2);
    host.time += 29_999;
    expect(await verify(await sign({}, await signingKey("another")))).toBeNull();
    expect(await verify(await sign())).not.toBeNull();
    expect(api.requestsFor(jwksRoute)).toHaveLength(2);
  });
});

describe("the public keys", () => {
  it("are read once for many concurrent requests, and again after ten minutes", async () => {
    const { verify, sign, host } = backend();
    const token = await sign();
    await Promise.all(Array.from({ length: 50 }, () => verify(token)));
    expect(api.received).toHaveLength(1);
    host.time += 599_999;
    expect(await verify(await sign())).not.toBeNull();
    expect(api.received).toHaveLength(1);
    host.time += 1;
    expect(await verify(await sign())).not.toBeNull();
    expect(api.received).toHaveLength(2);
  });

  it("are read again for a token of a new key, and a key that was withdrawn no longer counts", async () => {
    const { verify, sign, host } = backend();
    expect(await verify(await sign())).not.toBeNull();
    const next = await signingKey("k2");
    api.on(jwksRoute, { body: { keys: [next.publicJwk] } });
    host.time += 30_000;
    expect(await verify(await sign({}, next))).not.toBeNull();
    expect(await verify(await sign())).toBeNull();
    expect(api.received).toHaveLength(2);
  });

  it("outlive an API that cannot be reached for a while", async () => {
    const { verify, sign, host } = backend();
    expect(await verify(await sign())).not.toBeNull();
    api.on(jwksRoute, "hang up");
    host.time += 600_000;
    expect(await verify(await sign())).not.toBeNull();
    expect(await verify(await sign())).not.toBeNull();
    expect(api.requestsFor(jwksRoute)).toHaveLength(2);
  });

  it("are an error of the backend, not of its user, while they cannot be read, and are requested again later", async () => {
    const { verify, sign, host } = backend();
    api.on(jwksRoute, { status: 503, body: "Later." });
    const refused = { name: "ConnectionError", cause: new Error("The response has status 503.") };
    await expect(verify(await sign())).rejects.toMatchObject(refused);
    await expect(verify(await sign())).rejects.toMatchObject(refused);
    expect(api.received).toHaveLength(1);
    api.on(jwksRoute, { body: { keys: [key.publicJwk] } });
    host.time += 30_000;
    expect(await verify(await sign())).not.toBeNull();
  });

  it("on Workers are read by each request that waits for them: none may wait for another's response", async () => {
    const { app, host } = makeClientApp({ baseUrl: api.url, tokenStore: null });
    Object.assign(host, { hasFetchModes: false });
    const token = await key.sign({ iss: `${api.url}/api/v1/projects/p1`, aud: "p1" }, host.time);
    const request = () => verifyRequest(app, { headers: { authorization: `Bearer ${token}` } });
    const users = await Promise.all([request(), request(), request()]);
    expect(users.map((user) => user?.id)).toEqual([claims.sub, claims.sub, claims.sub]);
    expect(api.received).toHaveLength(3);
    await request();
    expect(api.received).toHaveLength(3);
  });
});

describe("a request whose access token has expired", () => {
  const refresh = "POST /auth/oauth/token";

  async function expired() {
    const made = backend();
    const old = await made.sign();
    made.host.time += 600_000;
    const renewed = await made.sign({ name: "Renewed" });
    api.on(refresh, { body: { access_token: renewed, token_type: "bearer" } });
    const pair = (accessToken: string | null, refreshToken: string | null = "r1") => ({
      headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) },
    });
    return { ...made, old, pair };
  }

  it("is verified with a new one, where it has a refresh token", async () => {
    const { app, old, pair } = await expired();
    expect(await verifyRequest(app, pair(old))).toMatchObject({ displayName: "Renewed" });
    expect(await verifyRequest(app, pair(null))).toMatchObject({ displayName: "Renewed" });
  });

  it("has no user when refreshing is switched off, or there is nothing to refresh with", async () => {
    const { app, old, pair } = await expired();
    expect(await verifyRequest(app, pair(old), { refresh: false })).toBeNull();
    expect(await verifyRequest(app, pair(old, null))).toBeNull();
    expect(api.requestsFor(refresh)).toEqual([]);
  });

  it("has no user once the session is over", async () => {
    const { app, old, pair } = await expired();
    api.on(refresh, {
      headers: { "x-stack-known-error": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "x-stack-actual-status": "401" },
      body: { code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", error: "Gone." },
    });
    expect(await verifyRequest(app, pair(old))).toBeNull();
  });

  it("is also one that is signed with a key that is gone", async () => {
    const { app, sign, pair } = await expired();
    const withdrawn = await sign({}, await signingKey("k0"));
    expect(await verifyRequest(app, pair(withdrawn))).toMatchObject({ displayName: "Renewed" });
  });

  it("is not refreshed for an anonymous user who is refused anyway", async () => {
    const { app, sign, anonymous, pair } = await expired();
    expect(await verifyRequest(app, pair(await sign(anonymous, anonymousKey)))).toBeNull();
    expect(api.received).toEqual([]);
  });
});
