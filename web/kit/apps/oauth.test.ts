import { createHash } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { appInternals } from "../app/internals";
import type { ClientAppOptions } from "../connection/app-options";
import { type Reply, refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import { GatehouseAdminApp } from "./admin-app";
import { GatehouseClientApp } from "./client-app";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

afterEach(async () => {
  vi.restoreAllMocks();
});

const tokenRoute = "POST /auth/oauth/token";
const signedIn = { accessToken: accessToken(), refreshToken: "r1" };
/** A code is exchanged for these. */
const tokens = {
  access_token: accessToken({ name: "new" }),
  token_type: "Bearer",
  expires_in: 599,
  scope: "legacy",
  refresh_token: "r2",
  is_new_user: false,
  after_callback_redirect_url: null,
};

/** An app in a browser at `href`. */
function browserApp(href?: string, options: Partial<ClientAppOptions> = {}) {
  const page = new FakePage(href);
  const keys = { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url };
  const app = new GatehouseClientApp(
    { ...keys, tokenStore: "cookie", redirectMethod: "window", ...options },
    new FakeHost(page),
  );
  return { app, page };
}

/** The address that `leave` sends the page to. */
async function authorizeUrlOf(page: FakePage, leave: () => Promise<unknown>): Promise<URL> {
  const visit = page.nextVisit();
  leave().catch(() => undefined);
  const [how, url] = (await visit).split(" ");
  expect(how).toBe("assign");
  return new URL(url ?? "");
}

/** A browser that has started a sign-in with the state `s1`, at the callback address. */
function callbackPage(query = "code=c1&state=s1", options: Partial<ClientAppOptions> = {}) {
  const browser = browserApp(`https://shop.example/handler/oauth-callback?${query}`, options);
  browser.page.document.cookie = "stack-oauth-outer-s1=v1";
  return browser;
}

/** A refusal of the token endpoint, which responds with real statuses. */
function tokenRefusal(code: string, error: string, details?: object): Reply {
  return { status: 400, headers: { "x-stack-known-error": code }, body: { code, error, ...(details && { details }) } };
}

describe("leaving for a provider", () => {
  const check = `GET /auth/callback-urls/check?url=${encodeURIComponent("https://shop.example/handler/oauth-callback")}`;

  it("400 REDIRECT_URL_NOT_WHITELISTED before the page leaves, and the developer reads which origin to add where", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    api.on(check, { body: { is_trusted: false } });
    const { app, page } = browserApp();
    await expect(app.signInWithOAuth("google")).rejects.toMatchObject({ errorCode: "REDIRECT_URL_NOT_WHITELISTED" });
    expect(page.document.cookie).not.toContain("stack-oauth-outer-");
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/https:\/\/shop\.example .* project p1.*Domains/)]]);
  });

  it.each([{ body: { is_trusted: true } }, { status: 404, body: "An older API" }])("leaves after %j", async (reply) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    api.on(check, reply);
    const { app, page } = browserApp();
    expect((await authorizeUrlOf(page, () => app.signInWithOAuth("google"))).pathname).toContain("/authorize/google");
    expect([api.requestsFor(check).length, warn.mock.calls]).toEqual([1, []]);
  });

  it("fails on a page without https, where browsers have no crypto.subtle, and says so to the developer", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes });
    const { app } = browserApp("http://shop.example/");
    api.on(check, { body: { is_trusted: false } });
    await expect(app.signInWithOAuth("google")).rejects.toMatchObject({ name: "InsecurePageError" });
    vi.unstubAllGlobals();
    expect(warn.mock.calls).toEqual([[expect.stringContaining("http://shop.example has to be served over https")]]);
  });

  it("carries everything in the query, and keeps the verifier in a cookie for an hour", async () => {
    const { app, page } = browserApp();
    const url = await authorizeUrlOf(page, () => app.signInWithOAuth("GitHub"));
    expect(url.origin + url.pathname).toBe(`${api.url}/api/v1/auth/oauth/authorize/github`);
    const { state, code_challenge, ...query } = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      client_id: "p1",
      client_secret: "pck_1",
      redirect_uri: "https://shop.example/handler/oauth-callback",
      scope: "legacy",
      grant_type: "authorization_code",
      code_challenge_method: "S256",
      response_type: "code",
      type: "authenticate",
      error_redirect_url: "https://shop.example/handler/error",
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    const cookie = page.document.writes.find((text) => text.startsWith(`stack-oauth-outer-${state}=`)) ?? "";
    const [, verifier = "", attributes] = /=([\w-]{43}); (.*)$/.exec(cookie) ?? [];
    expect(code_challenge).toBe(createHash("sha256").update(verifier).digest("base64url"));
    expect(attributes).toBe("Max-Age=3600; path=/; SameSite=Lax; Secure");
  });

  it("repeats nothing: each authorize URL has a state and a verifier of its own", async () => {
    const { app, page } = browserApp();
    const first = await authorizeUrlOf(page, () => app.signInWithOAuth("google"));
    const second = await authorizeUrlOf(page, () => app.signInWithOAuth("google"));
    expect(first.searchParams.get("state")).not.toBe(second.searchParams.get("state"));
    expect(first.searchParams.get("code_challenge")).not.toBe(second.searchParams.get("code_challenge"));
  });

  it("takes the page to come back to along, to the callback page and to the error page", async () => {
    const { app, page } = browserApp("https://shop.example/handler/sign-in?after_auth_return_to=%2Fcart%3Fa%3D1#x");
    const { searchParams } = await authorizeUrlOf(page, () => app.signInWithOAuth("google"));
    const query = "?after_auth_return_to=%2Fcart%3Fa%3D1";
    expect(searchParams.get("redirect_uri")).toBe(`https://shop.example/handler/oauth-callback${query}`);
    expect(searchParams.get("error_redirect_url")).toBe(`https://shop.example/handler/error${query}`);
  });

  it("comes back to another page on request, without parameters that only a callback has", async () => {
    const { app, page } = browserApp();
    const leave = () => app.signInWithOAuth("google", { returnTo: "/welcome?plan=pro&code=1&state=2#top" });
    const { searchParams } = await authorizeUrlOf(page, leave);
    expect(searchParams.get("redirect_uri")).toBe("https://shop.example/welcome?plan=pro");
  });

  it("sends the current session's token, so that an anonymous user is upgraded", async () => {
    const { app, page } = browserApp(undefined, { tokenStore: signedIn });
    const { searchParams } = await authorizeUrlOf(page, () => app.signInWithOAuth("google"));
    expect(searchParams.get("token")).toBe(signedIn.accessToken);
    expect(searchParams.get("type")).toBe("authenticate");
  });

  it("requests the scopes that the app configures for this provider", async () => {
    const { app, page } = browserApp(undefined, {
      oauthScopesOnSignIn: { google: ["drive", "photos"], github: ["repo"] },
    });
    const { searchParams } = await authorizeUrlOf(page, () => app.signInWithOAuth("google"));
    expect(searchParams.get("provider_scope")).toBe("drive photos");
  });

  it("is refused outside a browser and without a token store", async () => {
    const options = { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url };
    const server = new GatehouseClientApp({ ...options, tokenStore: "memory" }, new FakeHost());
    await expect(server.signInWithOAuth("google")).rejects.toThrow(
      "signInWithOAuth can currently only be called in a browser environment",
    );
    const storeless = new GatehouseClientApp({ ...options, tokenStore: null }, new FakeHost(new FakePage()));
    await expect(storeless.signInWithOAuth("google")).rejects.toThrow(/without a persistent token store/);
  });

  it("is refused in an app that acts by its owner's session", async () => {
    const { app } = browserApp();
    const projectOwnerSession = app[appInternals].session();
    const admin = new GatehouseAdminApp(
      { projectId: "p1", baseUrl: api.url, tokenStore: "memory", projectOwnerSession },
      new FakeHost(new FakePage()),
    );
    await expect(admin.signInWithOAuth("google")).rejects.toThrow(
      "Admin session token is currently not supported for OAuth",
    );
  });
});

describe("coming back from a provider", () => {
  it("exchanges the code, keeps the tokens, cleans the address and goes on", async () => {
    api.on(tokenRoute, { body: tokens });
    const { app, page } = callbackPage("code=c1&state=s1&after_auth_return_to=%2Fcart");
    expect(await app.callOAuthCallback()).toBe(true);
    const { headers, body } = api.received[0] ?? { headers: {}, body: "" };
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded;charset=UTF-8");
    expect(headers).not.toHaveProperty("x-stack-project-id");
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: "authorization_code",
      code: "c1",
      redirect_uri: "https://shop.example/handler/oauth-callback?after_auth_return_to=%2Fcart",
      code_verifier: "v1",
      client_id: "p1",
      client_secret: "pck_1",
    });
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
    expect(page.document.cookie).not.toContain("stack-oauth-outer");
    expect(page.location.href).toBe("https://shop.example/handler/oauth-callback?after_auth_return_to=%2Fcart");
    expect(page.visits).toEqual(["replace /cart"]);
  });

  it("names the address that the provider was given, also where that is another page", async () => {
    api.on(tokenRoute, { body: tokens });
    const { app, page } = browserApp("https://shop.example/");
    const leave = () => app.signInWithOAuth("google", { returnTo: "/welcome?name=Zoë%20B&x" });
    const { searchParams } = await authorizeUrlOf(page, leave);
    const callback = new URL(searchParams.get("redirect_uri") ?? "");
    callback.searchParams.set("code", "c1");
    callback.searchParams.set("state", searchParams.get("state") ?? "");
    page.location.href = callback.href;
    expect(await app.callOAuthCallback()).toBe(true);
    expect(new URLSearchParams(api.requestsFor(tokenRoute)[0]?.body).get("redirect_uri")).toBe(
      searchParams.get("redirect_uri"),
    );
  });

  it.each([
    [{ is_new_user: true }, "replace /welcome"],
    [{ is_new_user: false }, "replace /"],
    [
      { is_new_user: true, after_callback_redirect_url: "https://shop.example/settings#auth" },
      "replace https://shop.example/settings#auth",
    ],
  ])("goes on as the response indicates: %o", async (response, visit) => {
    api.on(tokenRoute, { body: { ...tokens, ...response } });
    const { app, page } = callbackPage(undefined, { urls: { afterSignUp: "/welcome" } });
    expect(await app.callOAuthCallback()).toBe(true);
    expect(page.visits).toEqual([visit]);
  });

  // Attack: an open redirect (CWE-601), by an authorize address that was made with a target of the attacker's.
  it.each(["https://evil.example", "//evil.example", "javascript:alert(1)", "\\\\evil.example"])(
    "does not go on to %s, but stays on this site",
    async (after_callback_redirect_url) => {
      api.on(tokenRoute, { body: { ...tokens, after_callback_redirect_url } });
      const { app, page } = callbackPage();
      expect(await app.callOAuthCallback()).toBe(true);
      expect(page.visits).toEqual(["replace /"]);
    },
  );

  // Attack: the same by the parameter that names the page to come back to.
  it("does not come back to another site", async () => {
    api.on(tokenRoute, { body: tokens });
    const { app, page } = callbackPage("code=c1&state=s1&after_auth_return_to=%2F%2Fevil.example");
    expect(await app.callOAuthCallback()).toBe(true);
    expect(page.visits).toEqual(["replace /"]);
  });

  it("runs once, however often it is called", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    api.on(tokenRoute, { body: tokens });
    const { app } = callbackPage();
    expect(await Promise.all([app.callOAuthCallback(), app.callOAuthCallback()])).toEqual([true, false]);
    expect(await app.callOAuthCallback()).toBe(false);
    expect(api.received).toHaveLength(1);
  });

  it.each(["", "code=c1", "state=s1", "code=&state="])("does nothing at an address with %o", async (query) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { app, page } = callbackPage(query);
    expect(await app.callOAuthCallback()).toBe(false);
    expect(warn).toHaveBeenCalledWith("The OAuth callback has no `code` and `state`.");
    expect(api.received).toEqual([]);
    expect(page.document.cookie).toContain("stack-oauth-outer-s1");
    expect(page.visits).toEqual([]);
  });

  // Attack: login CSRF (RFC 6749, section 10.12): a link with the attacker's own code signs the visitor in as them.
  it("ignores a callback for a sign-in that this browser has not started", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { app, page } = callbackPage("code=attackers&state=attackers");
    expect(await app.callOAuthCallback()).toBe(false);
    expect(warn).toHaveBeenCalledWith("This browser has no such OAuth sign-in under way.");
    expect(api.received).toEqual([]);
    expect(page.document.cookie).not.toContain("stack-refresh");
  });

  it("goes to the mfa page with the attempt code", async () => {
    const details = { attempt_code: "attempt" };
    api.on(tokenRoute, tokenRefusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", "x", details));
    const { app, page } = callbackPage();
    await expect(app.callOAuthCallback()).rejects.toThrow(/^we should have redirected in redirectToMfa\(\)/);
    expect(page.stored.get("stack_mfa_attempt_code")).toBe("attempt");
    expect(page.visits).toEqual(["assign /handler/mfa"]);
  });

  it("INVALID_TOTP_CODE: shows an alert, and is not done", async () => {
    api.on(tokenRoute, tokenRefusal("INVALID_TOTP_CODE", "x"));
    const { app, page } = callbackPage();
    expect(await app.callOAuthCallback()).toBe(false);
    expect(page.alerts).toEqual(["Invalid TOTP code. Please try signing in again."]);
  });

  it.each<[string, Reply]>([
    ["a known error", tokenRefusal("INVALID_AUTHORIZATION_CODE", "The given authorization code is invalid.")],
    ["a plain refusal", { status: 400, body: "Invalid redirect URI." }],
    ["a response that is not JSON", { status: 200, body: "<html>" }],
    ["no response", "hang up"],
  ])("%s is a failure that keeps its cause, and is not tried again", async (_, reply) => {
    api.on(tokenRoute, [reply, { body: tokens }]);
    const { app, page } = callbackPage();
    const failure = await app.callOAuthCallback().catch((error: Error) => error);
    expect(failure).toMatchObject({ message: "Error signing in during OAuth callback. Please try again." });
    expect((failure as Error).cause).toBeInstanceOf(Error);
    expect(api.received).toHaveLength(1);
    expect(page.document.cookie).not.toContain("stack-refresh");
  });

  it("is refused outside a browser", async () => {
    const options = { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore: "memory" } as const;
    await expect(new GatehouseClientApp(options, new FakeHost()).callOAuthCallback()).rejects.toThrow(
      "callOAuthCallback can currently only be called in a browser environment",
    );
  });
});

describe("connecting an account", () => {
  it("leaves with the user's token and all scopes once, and comes back to this very page", async () => {
    const oauthScopesOnSignIn = { google: ["photos", "drive"] };
    api.on("GET /users/me", { body: clientUser });
    const { app, page } = browserApp("https://shop.example/settings?tab=2#auth", {
      tokenStore: signedIn,
      oauthScopesOnSignIn,
    });
    const user = await app.getUser({ or: "throw" });
    const leave = () => user.getConnectedAccount("google", { or: "redirect", scopes: ["drive", "calendar"] });
    const { searchParams } = await authorizeUrlOf(page, leave);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      type: "link",
      token: signedIn.accessToken,
      provider_scope: "drive calendar photos",
      redirect_uri: "https://shop.example/handler/oauth-callback",
      after_callback_redirect_url: "https://shop.example/settings?tab=2#auth",
    });
  });
});

const oauth_providers = [{ id: "google", account_id: "g-1", email: "zoe@example.com" }];
const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };

/** The user of the session. */
async function currentUser() {
  api.on("GET /users/me", { body: { ...clientUser, oauth_providers } });
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  const app = new GatehouseClientApp({ ...keys, baseUrl: api.url, tokenStore }, new FakeHost());
  return await app.getUser({ or: "throw" });
}

describe("a connected account", () => {
  const route = "POST /connected-accounts/me/google/access-token";

  it("returns tokens with the requested scopes, a new one each time", async () => {
    api.on(route, [{ body: { access_token: "a1" } }, { body: { access_token: "a2" } }]);
    const user = await currentUser();
    const account = await user.getConnectedAccount("google", { scopes: ["drive", "photos"] });
    expect(account?.id).toBe("google");
    expect(await account?.getAccessToken()).toEqual({ accessToken: "a2" });
    expect(api.requestsFor(route).map(({ body }) => JSON.parse(body))).toEqual([
      { scope: "drive photos" },
      { scope: "drive photos" },
    ]);
  });

  it.each(["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"])(
    "is null on %s, and a fault when it comes later",
    async (code) => {
      const refused = refusal(code, 400, "x");
      api.on(route, [refused, { body: { access_token: "a1" } }, refused]);
      const user = await currentUser();
      expect(await user.getConnectedAccount("google")).toBeNull();
      expect(api.bodyOf(route)).toEqual({ scope: "" });
      const account = await user.getConnectedAccount("google");
      await expect(account?.getAccessToken()).rejects.toThrow(/^No access token available/);
    },
  );

  it("cannot be connected outside a browser", async () => {
    const user = await currentUser();
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      "getConnectedAccount can currently only be called in a browser environment",
    );
  });

  it("of any user is had by a backend, which cannot connect one", async () => {
    api.on(`POST /connected-accounts/${serverUser.id}/google/access-token`, { body: { access_token: "a1" } });
    api.on(`GET /users/${serverUser.id}`, { body: { ...serverUser, oauth_providers } });
    const app = new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
    const user = (await app.getUser(serverUser.id)) ?? expect.fail();
    const account = await user.getConnectedAccount("google");
    expect(await account?.getAccessToken()).toEqual({ accessToken: "a1" });
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      /^Cannot add new scopes to a user that is not a CurrentUser\./,
    );
  });
});
