import { describe, expect, it } from "vitest";
import { appInternals, stackAppInternals } from "../app/internals";
import { onWrite } from "../app/on-write";
import type { ClientAppOptions } from "../connection/app-options";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { makeBrowserApp, makeClientApp, newTokens, signedIn } from "../testing/client-app";
import { FakeHost, type FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";
import { clientAppFromJson } from "./client-app-from-json";

const api = serverOfEachTest();

const notSignedIn = refusal(
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  400,
  "You have specified 'me' as a userId, but did not provide authentication for a user.",
);

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

  it("names what is missing", () => {
    expect(() => clientApp({ projectId: "" }).app).toThrow(
      /^Welcome to Gatehouse! It seems that you haven't provided a project ID\./,
    );
    expect(() => clientApp({ publishableClientKey: undefined }).app).toThrow(
      /^Welcome to Gatehouse! It seems that you haven't provided a publishable client key\./,
    );
    expect(() => clientApp({ baseUrl: undefined })).toThrow(
      /^Welcome to Gatehouse! It seems that you haven't provided a base URL\./,
    );
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

describe("getProject", () => {
  it("maps the project", async () => {
    api.on("GET /projects/current", {
      body: {
        id: "p1",
        display_name: "Shop",
        config: {
          sign_up_enabled: true,
          credential_enabled: true,
          magic_link_enabled: false,
          passkey_enabled: false,
          client_team_creation_enabled: true,
          client_user_deletion_enabled: false,
          allow_user_api_keys: false,
          allow_team_api_keys: true,
          enabled_oauth_providers: [{ id: "github" }],
          appearance: { accent_color: "#1f5f4f", terms_url: "https://shop.example.com/terms", privacy_url: null },
        },
      },
    });
    expect(await clientApp().app.getProject()).toEqual({
      id: "p1",
      displayName: "Shop",
      config: {
        signUpEnabled: true,
        credentialEnabled: true,
        magicLinkEnabled: false,
        passkeyEnabled: false,
        clientTeamCreationEnabled: true,
        clientUserDeletionEnabled: false,
        allowUserApiKeys: false,
        allowTeamApiKeys: true,
        oauthProviders: [{ id: "github" }],
        appearance: { accentColor: "#1f5f4f", termsUrl: "https://shop.example.com/terms", privacyUrl: null },
      },
    });
  });
});

describe("getUser", () => {
  const anonymous = { ...clientUser, is_anonymous: true };

  it("returns the user, mapped and frozen", async () => {
    api.on("GET /users/me", { body: clientUser });
    const user = await clientApp({ tokenStore: signedIn }).app.getUser();
    expect(user).toMatchObject({
      id: clientUser.id,
      displayName: "Zoë",
      primaryEmail: "zoe@example.com",
      primaryEmailVerified: true,
      signedUpAt: new Date(1_760_000_000_000),
      clientMetadata: { theme: "dark" },
      clientReadOnlyMetadata: { plan: "pro" },
      hasPassword: true,
      emailAuthEnabled: true,
      isMultiFactorRequired: false,
      selectedTeam: null,
      isAnonymous: false,
    });
    expect(Object.isFrozen(user)).toBe(true);
    expect(user?.toClientJson()).toEqual(clientUser);
  });

  it("returns null without a request when no user is signed in", async () => {
    expect(await clientApp().app.getUser()).toBeNull();
    expect(await clientApp().app.getUser({ or: "return-null" })).toBeNull();
    expect(api.received).toEqual([]);
  });

  it("returns null when the server has no such user", async () => {
    api.on("GET /users/me", notSignedIn);
    expect(await clientApp({ tokenStore: signedIn }).app.getUser()).toBeNull();
  });

  it("throws on request", async () => {
    await expect(clientApp().app.getUser({ or: "throw" })).rejects.toThrow(
      "User is not signed in but getUser was called with { or: 'throw' }",
    );
  });

  it("goes to the sign-in page in place of this one on request", async () => {
    const { app, page } = browserApp({ tokens: null });
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow(/did not leave this page/);
    expect(page.visits).toEqual(["replace /handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1%23top"]);
  });

  it.each([undefined, "return-null"] as const)("counts an anonymous user as no user: %s", async (or) => {
    api.on("GET /users/me", { body: anonymous });
    expect(await clientApp({ tokenStore: signedIn }).app.getUser({ or })).toBeNull();
  });

  it.each(["anonymous", "anonymous-if-exists[deprecated]"] as const)("returns an anonymous user for %s", async (or) => {
    api.on("GET /users/me", { body: anonymous });
    expect((await clientApp({ tokenStore: signedIn }).app.getUser({ or }))?.isAnonymous).toBe(true);
    expect(api.requestsFor("POST /auth/anonymous/sign-up")).toEqual([]);
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

  it("takes the store from the method's options, which an app without one needs", async () => {
    api.on("GET /users/me", { body: clientUser });
    const { app } = clientApp({ tokenStore: null });
    await expect(app.getUser()).rejects.toThrow(
      /^Cannot call this function on a Gatehouse app without a persistent token store\./,
    );
    const request = { headers: new Headers({ "x-stack-auth": JSON.stringify(signedIn) }) };
    expect((await app.getUser({ tokenStore: request }))?.id).toBe(clientUser.id);
  });

  it("uses an access token that came without a refresh token", async () => {
    api.on("GET /users/me", { body: clientUser });
    const tokenStore = { accessToken: signedIn.accessToken, refreshToken: null };
    expect((await clientApp({ tokenStore }).app.getUser())?.id).toBe(clientUser.id);
    expect(api.received[0]?.headers["x-stack-access-token"]).toBe(signedIn.accessToken);
  });

  it("signs out on this side when the login is over", async () => {
    const code = "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED";
    api.on("POST /auth/oauth/token", {
      status: 401,
      headers: { "x-stack-known-error": code },
      body: { code, error: "x" },
    });
    api.on("GET /users/me", notSignedIn);
    const { app, page } = browserApp();
    expect(await app.getUser()).toBeNull();
    expect(page.document.cookie).toBe("stack-is-https=true");
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
  it("reads the access token without a request", async () => {
    const { app } = clientApp({ tokenStore: signedIn });
    expect(await app.getPartialUser({ from: "token" })).toEqual({
      id: clientUser.id,
      primaryEmail: "zoe@example.com",
      displayName: "Zoë",
      primaryEmailVerified: true,
      isAnonymous: false,
    });
    expect(api.received).toEqual([]);
  });

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

describe("a request of the website's own, through the reference's symbol", () => {
  it("is sent with the session's tokens, and resolves with the response", async () => {
    api.on("PATCH /users/me", { body: clientUser, headers: { "content-type": "application/json" } });
    const { app } = clientApp({ tokenStore: signedIn });
    const { sendRequest } = app[stackAppInternals];
    const announced: string[] = [];
    onWrite(app.connection, (changed) => void announced.push(...changed));
    const body = JSON.stringify({ display_name: "Zoe" });
    const init = { method: "PATCH", body, headers: { "x-trace": "t1" } };
    const response = await sendRequest("/users/me", init);
    expect([response.status, await response.json()]).toEqual([200, clientUser]);
    expect(api.bodyOf("PATCH /users/me")).toEqual({ display_name: "Zoe" });
    expect(api.received[0]?.headers).toMatchObject({
      "x-stack-access-token": signedIn.accessToken,
      "x-stack-access-type": "client",
      "x-trace": "t1",
    });
    expect(announced).toContain("current-user");
  });

  it("TEAM_NOT_FOUND is thrown, as by a method of the kit", async () => {
    api.on("GET /teams/t1", refusal("TEAM_NOT_FOUND", 404, "Team t1 not found."));
    const { app } = clientApp({ tokenStore: null });
    await expect(app[stackAppInternals].sendRequest("/teams/t1", {})).rejects.toMatchObject({
      errorCode: "TEAM_NOT_FOUND",
    });
    expect(api.received[0]?.headers).not.toHaveProperty("x-stack-access-token");
  });

  it("is found by the symbol's registered name", () => {
    const name = "StackAuth--DO-NOT-USE-OR-YOU-WILL-BE-FIRED--StackAppInternals";
    expect(Symbol.for(name) in clientApp().app).toBe(true);
  });
});
