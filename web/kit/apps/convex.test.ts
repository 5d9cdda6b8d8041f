import { describe, expect, it } from "vitest";
import { getConvexProvidersConfig } from "../connection/convex";
import { makeClientApp, signedIn } from "../testing/client-app";
import { clientUser } from "../testing/wire-samples";

/** Nothing is sent there. */
const baseUrl = "https://api.example.com";

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

describe("a function of a Convex backend", () => {
  it("reads from its context who calls it, without a request", async () => {
    const { app } = makeClientApp({ baseUrl });
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
    const anonymous = callerWith({ ...zoe, is_anonymous: true });
    expect(await app.getPartialUser({ from: "convex", ctx: anonymous })).toBeNull();
    expect(await app.getPartialUser({ from: "convex", ctx: anonymous, or: "anonymous" })).toMatchObject({
      isAnonymous: true,
    });
  });
});

describe("a Convex client", () => {
  it("keeps a token that nothing can refresh", async () => {
    const { app } = makeClientApp({ baseUrl, tokenStore: { ...signedIn, refreshToken: null } });
    expect(await app.getConvexClientAuth()({ forceRefreshToken: true })).toBe(signedIn.accessToken);
  });

  it("gets null while no user is signed in, which for an HTTP client is a fault", async () => {
    const { app } = makeClientApp({ baseUrl });
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
