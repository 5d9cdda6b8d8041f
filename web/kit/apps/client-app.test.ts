import { describe, expect, it } from "vitest";
import { appInternals } from "../app/internals";
import type { ClientAppOptions } from "../connection/app-options";
import { getConvexProvidersConfig } from "../connection/convex";
import { onWrite } from "../requests/refreshed-by";
import { serverOfEachTest } from "../testing/api-server";
import { makeBrowserApp, makeClientApp, newTokens, signedIn } from "../testing/apps";
import { FakeHost, type FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { clientAppFromJson, GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

const clientApp = (options: Partial<ClientAppOptions> = {}, page?: FakePage) =>
  makeClientApp({ baseUrl: api.url, ...options }, page);
const browserApp = (setting?: Parameters<typeof makeBrowserApp>[1]) => makeBrowserApp(api.url, setting);

describe("making an app", () => {
  it("uses neither the network nor random numbers, so that a module may do it while it loads", () => {
    const host = new FakeHost();
    host.random =
      host.randomBytes =
      host.wait =
        () => {
          throw new Error("not now");
        };
    new GatehouseClientApp(
      { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore: "memory" },
      host,
    );
    expect(api.received).toEqual([]);
  });

  it("sends no key where it has none, travels without one, and says so at the token endpoint", async () => {
    api.on("GET /users/me", { body: clientUser });
    const options = { projectId: "p1", baseUrl: api.url, tokenStore: signedIn };
    const host = new FakeHost();
    const app = new GatehouseClientApp(options, host);
    await app.getUser();
    expect(api.received.some(({ headers }) => headers["x-stack-publishable-client-key"] !== undefined)).toBe(false);
    const travelling = new GatehouseClientApp({ ...options, tokenStore: "memory" }, host);
    expect(Object.keys(travelling[appInternals].toClientJson())).not.toContain("publishableClientKey");
  });

  it("keeps keys and tokens out of whatever serialises the app", async () => {
    api.on("GET /users/me", { body: clientUser });
    const { app } = clientApp({ tokenStore: signedIn });
    expect(JSON.stringify({ app, user: await app.getUser() })).not.toMatch(/pck_1|r1|eyJ/);
  });

  it("refuses an identifier that another app has", () => {
    const options = { uniqueIdentifier: "shop" };
    clientApp(options);
    expect(() => clientApp(options)).toThrow(/^A Gatehouse client app with the same unique identifier already exists/);
  });
});

describe("an app as JSON", () => {
  it("holds the settings, and becomes the live app again, or a new one", () => {
    const { app, host } = clientApp({ urls: { home: "/start" } });
    const json = app[appInternals].toClientJson();
    expect(json).toEqual({
      projectId: "p1",
      publishableClientKey: "pck_1",
      baseUrl: api.url,
      tokenStore: "memory",
      urls: { home: "/start" },
      uniqueIdentifier: expect.any(String),
    });
    const reordered = Object.fromEntries(Object.entries(json).reverse()) as typeof json;
    expect(clientAppFromJson(reordered, host)).toBe(app);
    const elsewhere = clientAppFromJson({ ...json, uniqueIdentifier: "elsewhere" }, host);
    expect(elsewhere.urls.home).toBe("/start");
    expect(elsewhere).not.toBe(app);
  });

  it("with other settings than the live app's is a fault", () => {
    const { app } = clientApp();
    const json = { ...app[appInternals].toClientJson(), projectId: "p2" };
    expect(() => clientAppFromJson(json)).toThrow(
      /^The provided app JSON does not match the configuration of the existing client app with the same unique identifier/,
    );
  });

  it("is refused where something cannot travel", () => {
    const navigate = () => {};
    expect(() =>
      clientApp({ redirectMethod: { useNavigate: () => navigate } }).app[appInternals].toClientJson(),
    ).toThrow("Cannot serialize to JSON from an application with a non-string redirect method");
    expect(() => clientApp({ tokenStore: signedIn }).app[appInternals].toClientJson()).toThrow(
      "Cannot serialize to JSON from an application whose token store is an object",
    );
  });
});

describe("getUser", () => {
  const anonymous = { ...clientUser, is_anonymous: true };

  it("returns null without a request when no user is signed in", async () => {
    expect(await clientApp().app.getUser()).toBeNull();
    expect(await clientApp().app.getUser({ or: "return-null" })).toBeNull();
    expect(api.received).toEqual([]);
  });

  it("goes to the sign-in page in place of this one on request", async () => {
    const { app, page } = browserApp({ tokens: null });
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow(/did not leave this page/);
    expect(page.visits).toEqual(["replace /handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1%23top"]);
  });

  it("makes one anonymous account for parallel callers, and signs in with it", async () => {
    api.on("POST /auth/anonymous/sign-up", { body: newTokens });
    api.on("GET /users/me", { body: anonymous });
    const { app } = clientApp();
    const users = await Promise.all([app.getUser({ or: "anonymous" }), app.getUser({ or: "anonymous" })]);
    expect(users.map(({ isAnonymous }) => isAnonymous)).toEqual([true, true]);
    expect(api.requestsFor("POST /auth/anonymous/sign-up")).toHaveLength(1);
    expect(app[appInternals].session().key).toBe("refresh-r2");
  });

  it("needs a store in its options where the app has none", async () => {
    await expect(clientApp({ tokenStore: null }).app.getUser()).rejects.toThrow(
      /^Cannot call this function on a Gatehouse app without a persistent token store\./,
    );
  });
});

describe("identical reads", () => {
  it("under way at the same time are one request, later ones are new", async () => {
    api.on("GET /users/me", { body: clientUser });
    const { app } = clientApp({ tokenStore: signedIn });
    await Promise.all([app.getUser(), app.getUser(), app.getUser()]);
    expect(api.requestsFor("GET /users/me")).toHaveLength(1);
    await app.getUser();
    expect(api.requestsFor("GET /users/me")).toHaveLength(2);
  });

  it("are not shared with a read from before a write", async () => {
    const early = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    api.on("GET /users/me", [
      { body: clientUser },
      async () => {
        early.resolve();
        await written.promise;
        return { body: { ...clientUser, display_name: "read before" } };
      },
      { body: { ...clientUser, display_name: "read after" } },
    ]);
    api.on("PATCH /users/me", { body: clientUser });
    const { app } = clientApp({ tokenStore: signedIn });
    const user = await app.getUser({ or: "throw" });
    const before = app.getUser();
    await early.promise;
    await user.setDisplayName("Zoë II");
    const after = await app.getUser();
    written.resolve();
    expect(after?.displayName).toBe("read after");
    expect((await before)?.displayName).toBe("read before");
  });
});

describe("writes", () => {
  it("are announced before their promise resolves, and wait for what that refreshes", async () => {
    api.on("GET /users/me", { body: clientUser });
    api.on("PATCH /users/me", { body: clientUser });
    const { app } = clientApp({ tokenStore: signedIn });
    const user = await app.getUser({ or: "throw" });
    const log: string[] = [];
    const stop = onWrite(app.connection, async (changed) => {
      log.push(`changed ${changed.join(", ")}`);
      await app.getUser();
      log.push("refreshed");
    });
    onWrite(app.connection, () => {
      throw new Error("a listener's own trouble");
    });
    await user.setClientMetadata({ theme: "light" });
    log.push("written");
    stop();
    await user.setClientMetadata(null);
    expect(log).toEqual([
      "changed current-user, users, team-members, passkeys, recovery-codes",
      "refreshed",
      "written",
    ]);
  });
});

describe("getPartialUser", () => {
  it("returns null for no token, an expired one, and an anonymous one that was not requested", async () => {
    const { app } = clientApp();
    const of = (claims: object, or?: "anonymous") =>
      app.getPartialUser({
        from: "token",
        or,
        tokenStore: { accessToken: accessToken({ ...claims }), refreshToken: "r1" },
      });
    expect(await app.getPartialUser({ from: "token" })).toBeNull();
    expect(await of({ exp: 1 })).toBeNull();
    expect(await of({ is_anonymous: true })).toBeNull();
    expect((await of({ is_anonymous: true }, "anonymous"))?.isAnonymous).toBe(true);
  });

  it("names an unknown source", async () => {
    await expect(clientApp().app.getPartialUser({ from: "cookie" as "token" })).rejects.toThrow(
      "Invalid 'from' option: cookie",
    );
  });
});

describe("who is signed in", () => {
  it("is reported to listeners when it changes, and not when a token is merely refreshed", async () => {
    api.on("POST /auth/oauth/token", { body: { access_token: signedIn.accessToken, token_type: "bearer" } });
    const { app, host, page } = browserApp();
    const internals = app[appInternals];
    const keys: string[] = [];
    const stop = internals.onSessionChange(() => keys.push(internals.session().key));
    await internals.session().accessToken();
    host.tick();
    expect(keys).toEqual([]);
    page.document.cookie = "stack-refresh-p1=r2";
    host.tick();
    internals.session().markInvalid();
    expect(keys).toEqual(["refresh-r2", "not-logged-in"]);
    stop();
  });
});

describe("a restricted user", () => {
  const restricted_reason = { type: "email_not_verified" } as const;
  const restricted = { ...clientUser, is_restricted: true, restricted_reason };
  const renewed = (access_token: string) => ({
    body: { access_token, token_type: "bearer", expires_in: 600, scope: "legacy", refresh_token: "r1" },
  });

  it("is hidden unless asked for, and led to the onboarding page, which comes back here", async () => {
    api.on("GET /users/me", { body: restricted });
    api.on("POST /auth/oauth/token", renewed(accessToken({ is_restricted: true, restricted_reason })));
    const { app, page } = browserApp();
    expect(await app.getUser()).toBeNull();
    await expect(app.getUser({ or: "throw" })).rejects.toThrow("User is not signed in but getUser was called with");
    for (const options of [{ includeRestricted: true }, { or: "anonymous" }] as const) {
      const user = await app.getUser(options);
      expect(user).toMatchObject({ isRestricted: true, restrictedReason: restricted_reason });
    }
    await expect(app.getUser({ or: "anonymous", includeRestricted: false })).rejects.toThrow("are restricted");
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow("did not leave this page");
    expect(page.visits.at(-1)).toMatch(/^replace \/handler\/onboarding\?after_auth_return_to=/);
  });

  it("has a new token made as soon as it says otherwise than the API, which a backend goes by", async () => {
    api.on("GET /users/me", { body: clientUser });
    api.on("POST /auth/oauth/token", renewed(accessToken({ sub: clientUser.id })));
    const stale = { accessToken: accessToken({ is_restricted: true, restricted_reason }), refreshToken: "r1" };
    const { app } = clientApp({ tokenStore: stale });
    const user = await app.getUser({ or: "throw" });
    const { accessToken: fresh } = await user.getAuthJson();
    expect([fresh === stale.accessToken, api.requestsFor("POST /auth/oauth/token").length]).toEqual([false, 1]);
  });
});

describe("redirect methods", () => {
  it.each<[Extract<keyof GatehouseClientApp, `redirectTo${string}`>, string]>([
    ["redirectToSignIn", "/handler/sign-in"],
    ["redirectToSignUp", "/handler/sign-up"],
    ["redirectToSignOut", "/handler/sign-out"],
    ["redirectToEmailVerification", "/handler/email-verification"],
    ["redirectToPasswordReset", "/handler/password-reset"],
    ["redirectToForgotPassword", "/handler/forgot-password"],
    ["redirectToOAuthCallback", "/handler/oauth-callback"],
    ["redirectToMagicLinkCallback", "/handler/magic-link-callback"],
    ["redirectToAccountSettings", "/handler/account-settings"],
    ["redirectToTeamInvitation", "/handler/team-invitation"],
    ["redirectToMfa", "/handler/mfa"],
    ["redirectToOnboarding", "/handler/onboarding"],
    ["redirectToError", "/handler/error"],
    ["redirectToHome", "/"],
    ["redirectToAfterSignIn", "/"],
    ["redirectToAfterSignUp", "/"],
    ["redirectToAfterSignOut", "/"],
  ])("%s goes to %s", async (method, url) => {
    const { app, page } = browserApp();
    await app[method]({ noRedirectBack: true });
    expect(page.visits).toEqual([`assign ${url}`]);
  });
});

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
      isRestricted: false,
      restrictedReason: null,
    });
    expect(await app.getPartialUser({ from: "convex", ctx: callerWith(null) })).toBeNull();
    expect(await app.getPartialUser({ from: "convex", ctx: callerWith({ subject: "u2" }) })).toEqual({
      id: "u2",
      primaryEmail: null,
      displayName: null,
      primaryEmailVerified: false,
      isAnonymous: false,
      isRestricted: false,
      restrictedReason: null,
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
