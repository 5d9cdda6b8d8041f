import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { appInternals } from "../app/internals";
import type { ClientAppOptions } from "../connection/app-options";
import { type Reply, serverOfEachTest } from "../testing/api-server";
import { makeClientApp } from "../testing/apps";
import { FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";

const api = serverOfEachTest();

const tokenRoute = "POST /auth/oauth/token";
const tokens = {
  access_token: accessToken(),
  token_type: "Bearer",
  expires_in: 599,
  scope: "legacy",
  refresh_token: "r2",
  is_new_user: false,
  after_callback_redirect_url: null,
};
const unauthorized: Reply = {
  status: 200,
  headers: { "x-stack-known-error": "CANNOT_GET_OWN_USER_WITHOUT_USER", "x-stack-actual-status": "400" },
  body: { code: "CANNOT_GET_OWN_USER_WITHOUT_USER", error: "x" },
};

/** A website with hosted pages, in a browser at `href`. */
function website(href?: string, options: Partial<ClientAppOptions> = {}, page = new FakePage(href)) {
  const settings = { baseUrl: api.url, hosted: "https://login.example/", tokenStore: "cookie" as const };
  const { app, host } = makeClientApp({ redirectMethod: "window", ...settings, ...options }, page);
  return { app, host, page };
}

function respondWithUser(reply: Reply = { body: clientUser }) {
  api.on("GET /users/me", reply);
}

/** The address of the last visit, and what it asks the hosted pages to come back with. */
function visitOf({ visits }: FakePage) {
  const [how, href = ""] = visits.at(-1)?.split(" ") ?? [];
  const url = new URL(href);
  const request = new URL(url.searchParams.get("after_auth_return_to") ?? "", url);
  return { how, url, request, query: Object.fromEntries(request.searchParams) };
}

/** A browser that has left for the hosted pages, and what their response to it is. */
async function waitingWebsite(href = "https://shop.example/basket?item=1", options: Partial<ClientAppOptions> = {}) {
  const site = website(href, options);
  await site.app.redirectToSignIn();
  const { query, url: left } = visitOf(site.page);
  site.page.visits.length = 0;
  const response = { code: "c1", state: query.state ?? "", iss: `${api.url}/api/v1/projects/p1` };
  const returnTo = (given: Partial<typeof response> = response, address = query.redirect_uri ?? "") => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
    site.page.location.href = url.href;
  };
  return { ...site, left, response, returnTo };
}

describe("the addresses of a website with hosted pages", () => {
  it("are those of its project on the site that serves them; home is its own", () => {
    const { urls } = website(undefined, { urls: { home: "/start", accountSettings: "/me" } }).app;
    expect(urls).toMatchObject({
      handler: "https://login.example/handler",
      signIn: "https://login.example/handler/sign-in?project_id=p1",
      magicLinkCallback: "https://login.example/handler/magic-link-callback?project_id=p1",
      error: "https://login.example/handler/error?project_id=p1",
      accountSettings: "/me",
      home: "/start",
      afterSignIn: "/start",
      afterSignOut: "/start",
    });
  });

  it("must begin with http:// or https://", () => {
    expect(() => website(undefined, { hosted: "login.example" })).toThrow(
      'The address of the hosted pages must begin with http:// or https://, but is "login.example".',
    );
  });

  it("are visited directly where no sign-in begins, by the browser and never by a router", async () => {
    const { app, page } = website(undefined, {
      redirectMethod: {
        useNavigate: () => () => undefined,
        navigate: (to) => {
          throw new Error(`The router was asked for ${to}.`);
        },
      },
    });
    await app.redirectToAccountSettings();
    await app.redirectToForgotPassword({ replace: true });
    expect(page.visits).toEqual([
      "assign https://login.example/handler/account-settings?project_id=p1",
      "replace https://login.example/handler/forgot-password?project_id=p1",
    ]);
  });

  it("are what emails link to, also outside a browser", async () => {
    api.on("POST /auth/otp/send-sign-in-code", { body: { nonce: "n1" } });
    const { app } = makeClientApp({ baseUrl: api.url, hosted: "https://login.example" });
    await app.sendMagicLinkEmail("zoe@shop.example");
    expect(api.bodyOf("POST /auth/otp/send-sign-in-code")).toMatchObject({
      callback_url: "https://login.example/handler/magic-link-callback?project_id=p1",
    });
  });

  it("take over a sign-in by the website's own form that needs a second factor, and come back to its page", async () => {
    const code = "MULTI_FACTOR_AUTHENTICATION_REQUIRED";
    const headers = { "x-stack-known-error": code };
    api.on("POST /auth/password/sign-in", {
      ...{ status: 400, headers },
      body: { code, error: "x", details: { attempt_code: "attempt" } },
    });
    const { app, page } = website("https://shop.example/basket?item=1");
    const signIn = app.signInWithCredential({ email: "zoe@shop.example", password: "12345678" });
    await expect(signIn).rejects.toThrow(/^we should have redirected in redirectToMfa\(\)/);
    const { url, query } = visitOf(page);
    expect(url.pathname).toBe("/handler/mfa");
    expect(query.redirect_uri).toBe("https://shop.example/basket?item=1");
  });

  it("of a reset email lead back to the page that it was requested on, after a sign-in, and have nothing of its query", async () => {
    // Attack: a visitor mistypes the address, and the email hands a token in the website's address to a stranger.
    api.on("POST /auth/password/send-reset-code", { body: { success: "maybe, only if user with e-mail exists" } });
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page } = website("https://shop.example/account?invite=secret#access=secret");
    await app.sendForgotPasswordEmail("zoe@shop.example");
    const { callback_url } = api.bodyOf("POST /auth/password/send-reset-code") as { callback_url: string };
    const link = new URL(callback_url);
    expect(link.origin + link.pathname).toBe("https://login.example/handler/password-reset");
    expect(link.searchParams.get("project_id")).toBe("p1");
    expect(callback_url).not.toContain("secret");
    const request = new URL(link.searchParams.get("after_auth_return_to") ?? "", link);
    const { state, code_challenge, ...rest } = Object.fromEntries(request.searchParams);
    expect([request.origin + request.pathname, rest]).toEqual([
      "https://login.example/handler/authorize",
      { project_id: "p1", redirect_uri: "https://shop.example/account", code_challenge_method: "S256" },
    ]);
    // In another tab of the same browser.
    const iss = encodeURIComponent(`${api.url}/api/v1/projects/p1`);
    page.location.href = `https://shop.example/account?code=c1&state=${state}&iss=${iss}`;
    expect((await app.getUser())?.id).toBe(clientUser.id);
    expect(page.location.href).toBe("https://shop.example/account");
  });

  it("are among the settings from which the same app is made elsewhere", () => {
    const { app } = website();
    expect(app[appInternals].toClientJson()).toMatchObject({ hosted: "https://login.example/" });
  });

  it("are visited neither on a server nor with the redirect method none", async () => {
    const { app, page } = website(undefined, { redirectMethod: "none" });
    await app.redirectToSignIn();
    expect(page.visits).toEqual([]);
    expect(page.document.cookie).not.toContain("stack-oauth-outer");
  });
});

describe("hosted pages", () => {
  it("confirm the login of a command line, whose app needs no other address", async () => {
    api.on("POST /auth/cli", { body: { polling_code: "p", login_code: "l&1", expires_at: "x" } });
    api.on("POST /auth/cli/poll", { body: { status: "success", refresh_token: "r1" } });
    const links: string[] = [];
    const { app } = makeClientApp({ baseUrl: api.url, hosted: "https://login.example" });
    await app.promptCliLogin({ promptLink: (url) => links.push(url) });
    expect(links).toEqual(["https://login.example/handler/cli-auth-confirm?project_id=p1&login_code=l%261"]);
    const { app: own } = makeClientApp({ baseUrl: api.url });
    await expect(own.promptCliLogin({})).rejects.toThrow("appUrl option is required without hosted pages.");
  });

  it("are not asked to sign out: the website ends the session, and theirs with it", async () => {
    api.on("DELETE /auth/sessions/current", { body: {} });
    const { app, page } = website(undefined, { tokenStore: { accessToken: accessToken(), refreshToken: "r1" } });
    await app.redirectToSignOut();
    expect(api.requestsFor("DELETE /auth/sessions/current")).toHaveLength(1);
    expect(page.visits).toEqual(["assign /"]);
  });
});

describe("leaving for hosted pages", () => {
  it("takes along a request to come back to this page: state, PKCE challenge and no verifier", async () => {
    const { app, page } = website("https://shop.example/basket?item=1&code=old&state=old&iss=old#top");
    await app.redirectToSignIn();
    const { how, url, request, query } = visitOf(page);
    expect(how).toBe("assign");
    expect(url.origin + url.pathname).toBe("https://login.example/handler/sign-in");
    expect(url.searchParams.get("project_id")).toBe("p1");
    expect(request.origin + request.pathname).toBe("https://login.example/handler/authorize");
    const { state, code_challenge, ...rest } = query;
    expect(rest).toEqual({
      project_id: "p1",
      redirect_uri: "https://shop.example/basket?item=1",
      code_challenge_method: "S256",
    });
    expect(state).toMatch(/^hosted-[\w-]{43}$/);
    const cookie = page.document.writes.find((text) => text.startsWith(`stack-oauth-outer-${state}=`)) ?? "";
    const [, verifier = "", attributes] = /=([\w-]{43}); (.*)$/.exec(cookie) ?? [];
    expect(code_challenge).toBe(createHash("sha256").update(verifier).digest("base64url"));
    expect(attributes).toBe("Max-Age=3600; path=/; SameSite=Lax; Secure");
    expect(url.href).not.toContain(verifier);
  });

  it("comes back to the page after sign-in or sign-up where redirecting back is not wanted", async () => {
    const { app, page } = website(undefined, { urls: { afterSignUp: "/welcome" } });
    await app.redirectToSignIn({ noRedirectBack: true, replace: true });
    expect(visitOf(page)).toMatchObject({ how: "replace", query: { redirect_uri: "https://shop.example/" } });
    await app.redirectToSignUp({ noRedirectBack: true });
    expect(visitOf(page)).toMatchObject({ how: "assign", query: { redirect_uri: "https://shop.example/welcome" } });
    expect(visitOf(page).url.pathname).toBe("/handler/sign-up");
  });

  it("repeats nothing", async () => {
    const { app, page } = website();
    await app.redirectToSignIn();
    const first = visitOf(page).query;
    await app.redirectToSignIn();
    expect(visitOf(page).query.state).not.toBe(first.state);
    expect(visitOf(page).query.code_challenge).not.toBe(first.code_challenge);
  });

  it("keeps the verifiers of the last five requests, and forgets older ones", async () => {
    const { app, page } = website();
    const states: (string | undefined)[] = [];
    for (let request = 0; request < 8; request++) {
      await app.redirectToSignIn();
      states.push(visitOf(page).query.state);
    }
    const kept = page.document.cookie.match(/stack-oauth-outer-[^=]*/g);
    expect(kept).toEqual(states.slice(-5).map((state) => `stack-oauth-outer-${state}`));
    expect(JSON.parse(page.localStorage.getItem("stack-return-addresses") ?? "")).toHaveLength(5);
  });

  it("forgets the addresses of sign-ins that were left, with their verifiers and at a sign-out", async () => {
    // Attack: the next person at the browser reads a token out of the address of an abandoned sign-in.
    api.on("DELETE /auth/sessions/current", { body: {} });
    const { app, page } = website("https://shop.example/reset?token=secret#access=secret");
    const kept = () => page.localStorage.getItem("stack-return-addresses");
    await app.redirectToSignIn();
    const { state } = visitOf(page).query;
    expect(kept()).toContain("access=secret");
    // It has expired.
    page.document.cookie = `stack-oauth-outer-${state}=; Max-Age=0`;
    page.location.href = "https://shop.example/";
    await app.redirectToSignIn();
    expect(kept()).toBeNull();

    page.location.href = "https://shop.example/reset#access=other";
    await app.redirectToSignIn();
    expect(kept()).toContain("access=other");
    page.document.cookie = "stack-refresh-p1=r1";
    page.document.cookie = `stack-access=${encodeURIComponent(JSON.stringify(["r1", accessToken()]))}`;
    await app.signOut();
    expect(kept()).toBeNull();
  });

  // Attack: an open redirect (CWE-601). A link to the website names an address that only begins like the hosted pages'.
  it.each(["https://login.example.evil.example/handler/x", "https://login.example/handler/x", "//login.example"])(
    "a query of the website never leads to them or past them: %s",
    async (target) => {
      const page = new FakePage(`https://shop.example/?after_auth_return_to=${encodeURIComponent(target)}`);
      const { app } = website(undefined, {}, page);
      await expect(app.redirectToAfterSignIn()).rejects.toThrow(/is not trusted; should be relative\.$/);
      expect(page.visits).toEqual([]);
    },
  );

  it("a provider's sign-in comes back to the website, whose cookies have the verifier", async () => {
    const { app, page } = website("https://shop.example/basket?item=1");
    const visit = page.nextVisit();
    app.signInWithOAuth("google").catch(() => undefined);
    const { searchParams } = new URL((await visit).replace("assign ", ""));
    expect(searchParams.get("redirect_uri")).toBe("https://shop.example/basket?item=1");
    // Whoever cancels there signs in again on hosted pages, and comes back to the page that asked.
    const errorPage = new URL(searchParams.get("error_redirect_url") ?? "");
    expect(errorPage.href).toMatch(/^https:\/\/login\.example\/handler\/error\?project_id=p1&/);
    const again = new URL(errorPage.searchParams.get("after_auth_return_to") ?? "", errorPage);
    expect([again.pathname, again.searchParams.get("redirect_uri")]).toEqual([
      "/handler/authorize",
      "https://shop.example/basket?item=1",
    ]);
  });
});

describe("coming back from hosted pages", () => {
  it("getUser redeems the code once for all who call it, keeps the tokens and cleans the address", async () => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo({ ...response }, "https://shop.example/basket?item=1");
    page.location.href += "#top";
    const users = await Promise.all([app.getUser(), app.getUser(), app.getUser({ or: "redirect" })]);
    expect(users.map((user) => user?.id)).toEqual([clientUser.id, clientUser.id, clientUser.id]);
    const [request, ...others] = api.requestsFor(tokenRoute);
    expect(others).toEqual([]);
    const { code_verifier, ...form } = Object.fromEntries(new URLSearchParams(request?.body));
    expect(form).toEqual({
      grant_type: "authorization_code",
      code: "c1",
      redirect_uri: "https://shop.example/basket?item=1",
      client_id: "p1",
      client_secret: "pck_1",
    });
    expect(code_verifier).toMatch(/^[\w-]{43}$/);
    expect(page.location.href).toBe("https://shop.example/basket?item=1#top");
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
    expect(page.document.cookie).not.toContain("stack-oauth-outer");
    expect(page.visits).toEqual([]);
  });

  it.each([
    "https://shop.example/basket?item=1#top",
    "https://shop.example/#/orders/5?from=mail",
    "https://shop.example/find?q=red%20shoes+cheap&state=CA&code",
  ])("comes back to the whole page: %s", async (href) => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page, left, returnTo } = await waitingWebsite(href);
    expect(left.href).not.toContain("%23");
    expect(left.hash).toBe("");
    returnTo();
    expect((await app.getUser())?.id).toBe(clientUser.id);
    expect(page.location.href).toBe(href);
    expect(page.visits).toEqual([]);
  });

  it("stays where the response arrived when that is not the page of the request", async () => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page, returnTo, response } = await waitingWebsite("https://shop.example/basket?item=1#top");
    returnTo(response, "https://shop.example/other");
    await app.getUser();
    expect(page.location.href).toBe("https://shop.example/other");
  });

  it("comes back to the page where nothing can be stored, without the hash", async () => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const page = new FakePage("https://shop.example/basket?item=1#top");
    Object.defineProperty(page, "localStorage", {
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
    const { app } = website(undefined, {}, page);
    await app.redirectToSignIn();
    const { state } = visitOf(page).query;
    const iss = encodeURIComponent(`${api.url}/api/v1/projects/p1`);
    page.location.href = `https://shop.example/basket?item=1&code=c1&state=${state}&iss=${iss}`;
    expect((await app.getUser())?.id).toBe(clientUser.id);
    expect(page.location.href).toBe("https://shop.example/basket?item=1");
  });

  it("ends the session of the anonymous user who left for them", async () => {
    api.on(tokenRoute, { body: tokens });
    api.on("DELETE /auth/sessions/current", { body: {} });
    respondWithUser();
    const [refresh, anonymous] = ["refresh-token", accessToken({ is_anonymous: true })];
    const page = new FakePage("https://shop.example/basket?item=1");
    page.document.cookie = `stack-refresh-p1=${refresh}`;
    page.document.cookie = `stack-access=${encodeURIComponent(JSON.stringify([refresh, anonymous]))}`;
    const { app } = website(undefined, {}, page);
    await app.redirectToSignIn();
    const { request, query } = visitOf(page);
    // Attack: tokens in the addresses of requests, and so in logs.
    for (const token of [refresh, anonymous]) expect(request.href).not.toContain(token);
    const iss = encodeURIComponent(`${api.url}/api/v1/projects/p1`);
    page.location.href = `https://shop.example/basket?item=1&code=c1&state=${query.state}&iss=${iss}`;
    expect((await app.getUser())?.id).toBe(clientUser.id);
    const [ended, ...others] = api.requestsFor("DELETE /auth/sessions/current");
    expect(others).toEqual([]);
    expect(ended?.headers["x-stack-refresh-token"]).toBe(refresh);
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
  });

  it("callOAuthCallback does the same", async () => {
    api.on(tokenRoute, { body: tokens });
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo(response);
    expect(await app.callOAuthCallback()).toBe(true);
    expect(await app.callOAuthCallback()).toBe(false);
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
  });

  it("finishes a provider's sign-in, which names no issuer", async () => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page } = website("https://shop.example/?code=c1&state=s1");
    page.document.cookie = "stack-oauth-outer-s1=v1";
    expect((await app.getUser())?.id).toBe(clientUser.id);
  });

  // Attack: login CSRF (RFC 6749, section 10.12): a link with the attacker's own code signs the visitor in as them.
  it.each(["hosted-attackers", "attackers"])("signs in by no state but one of this browser: %s", async (state) => {
    respondWithUser(unauthorized);
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo({ ...response, code: "attackers", state });
    expect(await app.getUser()).toBeNull();
    expect(api.requestsFor(tokenRoute)).toEqual([]);
    expect(page.document.cookie).not.toContain("stack-refresh");
  });

  // Attack: mix-up (RFC 9207): a response of another server, or to another project's app, is redeemed by this app.
  it.each([
    ["another server", "https://evil.example/api/v1/projects/p1"],
    ["another project", "p2"],
    ["an unnamed server", ""],
  ])("sends no code that comes from %s, and leaves it in the address", async (_, iss) => {
    respondWithUser(unauthorized);
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo({ ...response, iss: iss === "p2" ? `${api.url}/api/v1/projects/p2` : iss });
    const before = page.location.href;
    expect(await app.getUser()).toBeNull();
    expect(api.requestsFor(tokenRoute)).toEqual([]);
    expect(page.location.href).toBe(before);
    expect(page.document.cookie).toContain(`stack-oauth-outer-${response.state}`);
  });

  it("without cookies: the second return ends on the hosted error page, which offers to try again", async () => {
    // Attack: a page that needs a user redirects for ever where the browser keeps no verifier.
    respondWithUser(unauthorized);
    const iss = encodeURIComponent(`${api.url}/api/v1/projects/p1`);
    let state = "hosted-first";
    const visit = async () => {
      const page = new FakePage(`https://shop.example/basket?item=1&code=c1&state=${state}&iss=${iss}`);
      Object.defineProperty(page.document, "cookie", { get: () => "", set: () => undefined });
      const { app } = website(undefined, {}, page);
      await expect(app.getUser({ or: "redirect" })).rejects.toThrow(/did not leave this page\.$/);
      const { url, query } = visitOf(page);
      state = query.state ?? "";
      expect(query.redirect_uri).toBe("https://shop.example/basket?item=1");
      return [url.pathname, url.searchParams.get("errorCode")];
    };
    // An emailed link that is opened in another browser comes back like this once.
    expect(await visit()).toEqual(["/handler/sign-in", null]);
    expect(await visit()).toEqual(["/handler/error", "INVALID_AUTHORIZATION_CODE"]);
    expect(await visit()).toEqual(["/handler/error", "INVALID_AUTHORIZATION_CODE"]);
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("with refused session cookies: the new session is ended, and the hosted error page offers to try again", async () => {
    // Attack: a page that needs a user redirects for ever, and leaves a session behind each time.
    api.on(tokenRoute, { body: tokens });
    api.on("DELETE /auth/sessions/current", { body: {} });
    respondWithUser(unauthorized);
    const { app, page, returnTo } = await waitingWebsite();
    const { document } = page;
    const jar = new FakePage().document;
    jar.cookie = document.cookie;
    Object.defineProperty(document, "cookie", {
      get: () => jar.cookie,
      set: (text: string) => {
        if (!text.startsWith("stack-refresh")) jar.cookie = text;
      },
    });
    returnTo();
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow("Error signing in. Please try again.");
    expect(page.visits).toHaveLength(1);
    expect(visitOf(page).url.pathname).toBe("/handler/error");
    const ended = api.requestsFor("DELETE /auth/sessions/current");
    expect(ended.map(({ headers }) => headers["x-stack-refresh-token"])).toEqual(["r2"]);
  });

  it.each([
    ["p1", "/handler/error"],
    ["p2", "/handler/sign-in"],
  ])("from another address of the API, for %s: a page that needs a user leaves for %s", async (project, pathname) => {
    // Attack: a website whose base URL is not the API's public address redirects for ever.
    respondWithUser(unauthorized);
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo({ ...response, iss: `https://api.example/api/v1/projects/${project}` });
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow(/did not leave this page\.$/);
    expect(visitOf(page).url.pathname).toBe(pathname);
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("a response that was used before is taken out of the address, and nothing else happens", async () => {
    api.on(tokenRoute, { body: tokens });
    respondWithUser();
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo(response);
    await app.getUser();
    returnTo(response);
    expect((await app.getUser({ or: "redirect" }))?.id).toBe(clientUser.id);
    expect(page.location.href).toBe("https://shop.example/basket?item=1");
    expect(api.requestsFor(tokenRoute)).toHaveLength(1);
    expect(page.visits).toEqual([]);
  });

  it("400 INVALID_AUTHORIZATION_CODE: the hosted error page offers to try again, and no redirect repeats itself", async () => {
    const error = "The given authorization code is invalid.";
    api.on(tokenRoute, {
      status: 400,
      headers: { "x-stack-known-error": "INVALID_AUTHORIZATION_CODE" },
      body: { code: "INVALID_AUTHORIZATION_CODE", error },
    });
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo(response);
    await expect(app.getUser({ or: "redirect" })).rejects.toThrow("Error signing in. Please try again.");
    expect(page.visits).toHaveLength(1);
    const { how, url, request, query } = visitOf(page);
    expect(how).toBe("replace");
    expect(url.pathname).toBe("/handler/error");
    expect(url.searchParams.get("errorCode")).toBe("INVALID_AUTHORIZATION_CODE");
    expect(request.pathname).toBe("/handler/authorize");
    expect(query).toMatchObject({ project_id: "p1", redirect_uri: "https://shop.example/basket?item=1" });
    expect(query.state).not.toBe(response.state);
    expect(page.document.cookie).not.toContain("stack-refresh");
  });

  it("without a connection it fails on the website, and the address is clean", async () => {
    api.on(tokenRoute, "hang up");
    respondWithUser(unauthorized);
    const { app, page, returnTo, response } = await waitingWebsite();
    returnTo(response);
    await expect(app.getUser()).rejects.toThrow("Error signing in. Please try again.");
    expect(page.visits).toEqual([]);
    expect(await app.getUser()).toBeNull();
    expect(page.location.href).toBe("https://shop.example/basket?item=1");
  });

  it("is not looked for without the option, with another token store, or at an address without a code", async () => {
    respondWithUser(unauthorized);
    const own = website("https://shop.example/?code=c1&state=s1", { hosted: "" });
    own.page.document.cookie = "stack-oauth-outer-s1=v1";
    expect(await own.app.getUser()).toBeNull();
    const { app, returnTo, response } = await waitingWebsite();
    returnTo(response);
    expect(await app.getUser({ tokenStore: "memory" })).toBeNull();
    returnTo({ state: response.state, iss: response.iss });
    expect(await app.getUser()).toBeNull();
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });
});
