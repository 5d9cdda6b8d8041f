import { describe, expect, it } from "vitest";
import { getConvexProvidersConfig } from "../connection/convex";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { makeClientApp, signedIn } from "../testing/client-app";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

/** A Convex function's context, whose caller's token has these claims. */
function callerWith(identity: object | null) {
  return { auth: { getUserIdentity: async () => identity as { subject: string } | null } };
}

const zoe = {
  subject: clientUser.id,
  name: "Zoë",
  email: "zoe@example.com",
  email_verified: true,
  is_anonymous: false,
};

function serverApp() {
  const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
  return new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
}

describe("a function of a Convex backend", () => {
  it("reads from its context who calls it, without a request", async () => {
    const { app } = makeClientApp({ baseUrl: api.url });
    expect(await app.getPartialUser({ from: "convex", ctx: callerWith(zoe) })).toEqual({
      id: clientUser.id,
      primaryEmail: "zoe@example.com",
      displayName: "Zoë",
      primaryEmailVerified: true,
      isAnonymous: false,
    });
    expect(await app.getPartialUser({ from: "convex", ctx: callerWith(null) })).toBeNull();
    expect(await app.getPartialUser({ from: "convex", ctx: callerWith({ subject: "u2" }) })).toEqual({
      id: "u2",
      primaryEmail: null,
      displayName: null,
      primaryEmailVerified: false,
      isAnonymous: false,
    });
    expect(api.received).toEqual([]);
  });

  it("sees anonymous users only where it requests them", async () => {
    api.on(`GET /users/${serverUser.id}`, { body: serverUser });
    const ctx = callerWith({ ...zoe, subject: serverUser.id, is_anonymous: true });
    const app = serverApp();
    expect(await app.getPartialUser({ from: "convex", ctx })).toBeNull();
    expect(await app.getUser({ from: "convex", ctx })).toBeNull();
    expect(await app.getPartialUser({ from: "convex", ctx, or: "anonymous" })).toMatchObject({ isAnonymous: true });
    expect(await app.getUser({ from: "convex", ctx, or: "anonymous" })).toMatchObject({ id: serverUser.id });
  });

  it("200, 404 USER_NOT_FOUND: reads its caller in full with the secret key; null when they are gone", async () => {
    const ctx = callerWith({ ...zoe, subject: serverUser.id });
    api.on(`GET /users/${serverUser.id}`, [{ body: serverUser }, refusal("USER_NOT_FOUND", 404, "User not found.")]);
    expect(await serverApp().getUser({ from: "convex", ctx })).toMatchObject({ id: serverUser.id });
    expect(await serverApp().getUser({ from: "convex", ctx })).toBeNull();
    expect(await serverApp().getUser({ from: "convex", ctx: callerWith(null) })).toBeNull();
  });
});

describe("a Convex client", () => {
  const newToken = accessToken({ name: "renewed" });

  it("gets the access token, and a new one where it asks for that", async () => {
    api.on("POST /auth/oauth/token", { body: { access_token: newToken, token_type: "bearer" } });
    const { app } = makeClientApp({ baseUrl: api.url, tokenStore: null });
    const fetchToken = app.getConvexClientAuth({ tokenStore: signedIn });
    expect(await fetchToken({ forceRefreshToken: false })).toBe(signedIn.accessToken);
    expect(api.received).toEqual([]);
    expect(await fetchToken({ forceRefreshToken: true })).toBe(newToken);
    expect(await app.getConvexHttpClientAuth({ tokenStore: signedIn })).toBe(signedIn.accessToken);
  });

  it("keeps a token that nothing can refresh", async () => {
    const { app } = makeClientApp({ baseUrl: api.url, tokenStore: { ...signedIn, refreshToken: null } });
    expect(await app.getConvexClientAuth()({ forceRefreshToken: true })).toBe(signedIn.accessToken);
  });

  it("gets null while no user is signed in, which for an HTTP client is a fault", async () => {
    const { app } = makeClientApp({ baseUrl: api.url });
    expect(await app.getConvexClientAuth()({ forceRefreshToken: false })).toBeNull();
    await expect(app.getConvexHttpClientAuth()).rejects.toThrow(/^No access token available/);
  });
});

it("a Convex deployment verifies tokens by the keys of the project at the configured address, anonymous users' too", () => {
  expect(getConvexProvidersConfig({ projectId: "p1", baseUrl: "https://api.example.com/" })).toEqual([
    {
      type: "customJwt",
      issuer: "https://api.example.com/api/v1/projects/p1",
      jwks: "https://api.example.com/api/v1/projects/p1/.well-known/jwks.json?include_anonymous=true",
      algorithm: "ES256",
    },
  ]);
});
