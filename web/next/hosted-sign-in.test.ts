import { createHash } from "node:crypto";
import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClientAppOptions } from "../kit/connection/app-options";
import { serverOfEachTest } from "../kit/testing/api-server";
import { makeClientApp } from "../kit/testing/apps";
import { accessToken, signingKey } from "../kit/testing/wire-samples";
import { type AuthMiddlewareOptions, authMiddleware } from "./middleware";

const api = serverOfEachTest();
const key = await signingKey("k1");
const tokenRoute = "POST /auth/oauth/token";

beforeEach(() => {
  api.on("GET /projects/p1/.well-known/jwks.json", { body: { keys: [key.publicJwk] } });
});

/** A website whose users sign in on hosted pages, and a token of one of them. */
function website(settings: Partial<ClientAppOptions> = {}, options?: AuthMiddlewareOptions) {
  const hosted = "https://login.example/";
  const { app, host } = makeClientApp({ baseUrl: api.url, tokenStore: "nextjs-cookie", hosted, ...settings });
  const sign = () => key.sign({ iss: `${api.url}/api/v1/projects/p1`, aud: "p1" }, host.time);
  return { guard: authMiddleware(app, options), sign, host };
}

/** A browser's request for a page, with the cookies that it has. */
function visit(address: string | URL, headers: Record<string, string> = {}): NextRequest {
  return new NextRequest(new URL(address, "https://shop.example"), {
    headers: { accept: "text/html,*/*", ...headers },
  });
}

type GuardResponse = Awaited<ReturnType<ReturnType<typeof website>["guard"]>>;

/** Returns where a response leads, and what it asks the hosted pages to come back with. */
function redirectOf(response: GuardResponse) {
  const url = new URL(response.headers.get("location") ?? "");
  const request = new URL(url.searchParams.get("after_auth_return_to") ?? "", url);
  return { url, request, query: Object.fromEntries(request.searchParams) };
}

function verifierOf(response: GuardResponse) {
  const [, state, value = "", attributes] =
    response.headers
      .getSetCookie()
      .map((text) => /^stack-oauth-outer-(hosted-[\w-]{43})=([\w-]*); (.*)$/.exec(text))
      .findLast((match) => match?.[2]) ?? [];
  return { state, value, attributes, cookie: `stack-oauth-outer-${state}=${value}` };
}

/** A visitor of `path` who was redirected, and the address that the hosted pages redirect back to. */
async function redirectedVisitor({ guard, sign }: ReturnType<typeof website>, path = "/account?tab=2") {
  const response = await guard(visit(path));
  const { query } = redirectOf(response);
  const returnAddress = (parameters: Record<string, string> = {}) => {
    const url = new URL(query.redirect_uri ?? "");
    const given = { code: "c1", state: query.state ?? "", iss: `${api.url}/api/v1/projects/p1`, ...parameters };
    for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
    return url;
  };
  const accessToken = await sign();
  api.on(tokenRoute, { body: { access_token: accessToken, token_type: "Bearer", refresh_token: "r2" } });
  return { returnAddress, accessToken, verifier: verifierOf(response) };
}

const passes = (response: Response) => response.headers.get("x-middleware-next") === "1";
const sessionOf = (response: GuardResponse) => response.cookies.get("stack-refresh-p1")?.value;

describe("authMiddleware with hosted pages redirects a page without a user", () => {
  it("307 to the hosted sign-in page, with a request to come back to this page and its query", async () => {
    const response = await website().guard(visit("/account?tab=2&code=old&state=old"));
    expect(response.status).toBe(307);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { url, request, query } = redirectOf(response);
    expect(url.origin + url.pathname).toBe("https://login.example/handler/sign-in");
    expect(url.searchParams.get("project_id")).toBe("p1");
    expect(request.origin + request.pathname).toBe("https://login.example/handler/authorize");
    const { value, state, attributes } = verifierOf(response);
    expect(query).toEqual({
      project_id: "p1",
      redirect_uri: "https://shop.example/account?tab=2",
      state,
      code_challenge: createHash("sha256").update(value).digest("base64url"),
      code_challenge_method: "S256",
    });
    // Attack: a script that was injected into a page reads the verifier, or the address gives it away.
    expect(attributes).toBe("Max-Age=3600; path=/; SameSite=Lax; Secure; HttpOnly");
    expect(url.href).not.toContain(value);
  });

  it.each<[string, Record<string, string>, string, boolean]>([
    ["its host header", { host: "shop.example:8443" }, "http://shop.example:8443/account", false],
    [
      "the headers of a proxy in front of it",
      { host: "10.0.0.7:3000", "x-forwarded-host": "shop.example", "x-forwarded-proto": "https,http" },
      "https://shop.example/account",
      true,
    ],
  ])("at the address that the browser has, by %s", async (_, headers, address, isSecure) => {
    const response = await website().guard(visit("http://localhost:3000/account", headers));
    expect(redirectOf(response).query.redirect_uri).toBe(address);
    expect(verifierOf(response).attributes?.includes("Secure")).toBe(isSecure);
  });

  // Attack: an open redirect (CWE-601), by a path that a URL parser takes for another host.
  it.each(["https://shop.example//evil.example/a", "https://shop.example/%5Cevil.example"])(
    "and comes back to no other host: %s",
    async (address) => {
      const { query } = redirectOf(await website().guard(visit(address)));
      expect(new URL(query.redirect_uri ?? "").origin).toBe("https://shop.example");
    },
  );

  it.each<[number, string, Record<string, string>]>([
    [401, "a prefetch of the browser", { "sec-purpose": "prefetch;prerender" }],
    [401, "a prefetch of older browsers", { purpose: "prefetch" }],
    [401, "a request of a script", { accept: "*/*" }],
    [204, "Next's router, which then requests the page", { accept: "*/*", "next-url": "/" }],
  ])("%i and no verifier for %s", async (status, _, headers) => {
    // Attack: a page that lets a browser prefetch a hundred links fills its cookies until servers refuse its requests.
    const response = await website().guard(visit("/account", headers));
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("and keeps the verifiers of five sign-ins at most", async () => {
    // Attack: windows opened one after the other fill the cookies until servers refuse the browser's requests.
    const names = Array.from({ length: 12 }, (_, index) => `stack-oauth-outer-hosted-${index}`);
    const cookie = ["theme=dark", ...names.map((name) => `${name}=v`)].join("; ");
    const set = (await website().guard(visit("/account", { cookie }))).headers.getSetCookie();
    const removed = set.flatMap((text) => (/^([\w-]+)=; Max-Age=0/.exec(text) ?? []).slice(1));
    expect(removed).toEqual(names.slice(0, 8));
    expect(set).toHaveLength(9);
  });

  it("to the website's own sign-in page where `urls` names one", async () => {
    const response = await website({ urls: { signIn: "/welcome" } }).guard(visit("/account"));
    expect(response.headers.get("location")).toBe("https://shop.example/welcome?after_auth_return_to=%2Faccount");
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe("authMiddleware with hosted pages finishes a return", () => {
  it("by the code and the verifier, on the server: 307 to the clean address, with a session and without the verifier", async () => {
    const site = website();
    const { returnAddress, verifier, accessToken } = await redirectedVisitor(site);
    const response = await site.guard(visit(returnAddress(), { cookie: verifier.cookie }));
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toBe("https://shop.example/account?tab=2");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(Object.fromEntries(new URLSearchParams(api.requestsFor(tokenRoute)[0]?.body))).toEqual({
      grant_type: "authorization_code",
      code: "c1",
      redirect_uri: "https://shop.example/account?tab=2",
      code_verifier: verifier.value,
      client_id: "p1",
      client_secret: "pck_1",
    });
    expect(response.cookies.get("stack-refresh-p1")).toMatchObject({ value: "r2", path: "/", secure: true });
    expect(response.headers.getSetCookie().join("\n")).toContain(
      `stack-oauth-outer-${verifier.state}=; Max-Age=0; path=/; SameSite=Lax; Secure; HttpOnly`,
    );
    const cookie = `stack-refresh-p1=r2; stack-access=${encodeURIComponent(JSON.stringify(["r2", accessToken]))}`;
    expect(passes(await site.guard(visit("/account?tab=2", { cookie })))).toBe(true);
  });

  it("and ends the session of the anonymous user who left", async () => {
    api.on("DELETE /auth/sessions/current", { body: {} });
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    const session = ["r1", accessToken({ is_anonymous: true })];
    const cookie = `${verifier.cookie}; stack-refresh-p1=r1; stack-access=${encodeURIComponent(JSON.stringify(session))}`;
    const response = await site.guard(visit(returnAddress(), { cookie }));
    expect(sessionOf(response)).toBe("r2");
    const ended = api.requestsFor("DELETE /auth/sessions/current");
    expect(ended.map(({ headers }) => headers["x-stack-refresh-token"])).toEqual(["r1"]);
  });

  it("that no sign-in of this browser belongs to: the hosted error page, and no code is sent", async () => {
    // Attack: login CSRF (RFC 6749, section 10.12): a link with the attacker's own code signs the visitor in as them.
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    for (const state of ["hosted-attackers", verifier.state?.replace(/.$/, "!") ?? ""]) {
      const response = await site.guard(visit(returnAddress({ state }), { cookie: verifier.cookie }));
      const { url, query } = redirectOf(response);
      expect(url.pathname).toBe("/handler/error");
      expect(url.searchParams.get("errorCode")).toBe("INVALID_AUTHORIZATION_CODE");
      expect(query.redirect_uri).toBe("https://shop.example/account?tab=2");
      expect(sessionOf(response)).toBeUndefined();
    }
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("without cookies: the hosted error page instead of a redirect that never ends", async () => {
    const site = website();
    const { returnAddress } = await redirectedVisitor(site);
    const { url, query } = redirectOf(await site.guard(visit(returnAddress())));
    expect(url.pathname).toBe("/handler/error");
    expect(query.state).toMatch(/^hosted-/);
  });

  it("that another server or project sent: no code is sent, and a server of the same project ends on the error page", async () => {
    // Attack: mix-up (RFC 9207): this website redeems a code that was made for another one. And where the base URL is not
    // the API's public address, the proxy redirects for ever.
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    for (const [iss, pathname] of [
      ["https://evil.example/api/v1/projects/p1", "/handler/error"],
      [`${api.url}/api/v1/projects/p2`, "/handler/sign-in"],
      ["", "/handler/sign-in"],
    ] as const) {
      const response = await site.guard(visit(returnAddress({ iss }), { cookie: verifier.cookie }));
      expect(redirectOf(response).url.pathname).toBe(pathname);
      expect(response.headers.getSetCookie().join()).not.toContain(`${verifier.state}=;`);
    }
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("400 INVALID_AUTHORIZATION_CODE, such as for a code that is used twice: the hosted error page, and no session", async () => {
    // Attack: a code and its verifier from a stolen request are replayed.
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    api.on(tokenRoute, {
      status: 400,
      headers: { "x-stack-known-error": "INVALID_AUTHORIZATION_CODE" },
      body: { code: "INVALID_AUTHORIZATION_CODE", error: "The given authorization code is invalid." },
    });
    const response = await site.guard(visit(returnAddress(), { cookie: verifier.cookie }));
    expect(redirectOf(response).url.pathname).toBe("/handler/error");
    expect(redirectOf(response).query.state).not.toBe(verifier.state);
    expect(sessionOf(response)).toBeUndefined();
  });

  it("whose user is not accepted, such as by a fast clock: the hosted error page instead of a redirect that never ends", async () => {
    // Attack: a server whose clock is ahead by the life of a token redirects for ever, and makes a session each time.
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    site.host.time += 3_600_000;
    const { url } = redirectOf(await site.guard(visit(returnAddress(), { cookie: verifier.cookie })));
    expect(url.pathname).toBe("/handler/error");
    const redeemed = api.requestsFor(tokenRoute).filter(({ body }) => body.includes("authorization_code"));
    expect(redeemed).toHaveLength(1);
  });

  it("that was finished before: a signed-in user stays who they are, and the address is cleaned", async () => {
    // Attack: a link with the attacker's code replaces the session of a visitor who is signed in.
    const site = website();
    const { returnAddress, accessToken } = await redirectedVisitor(site);
    const cookie = `stack-refresh-p1=r1; stack-access=${encodeURIComponent(JSON.stringify(["r1", accessToken]))}`;
    const response = await site.guard(visit(returnAddress(), { cookie }));
    expect(response.headers.get("location")).toBe("https://shop.example/account?tab=2");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("also on a public page, for a sign-in that a script of this browser began", async () => {
    const site = website({}, { isPublic: () => true });
    const { returnAddress } = await redirectedVisitor(website());
    const address = returnAddress({ state: "hosted-scripts" });
    const response = await site.guard(visit(address, { cookie: "stack-oauth-outer-hosted-scripts=v1" }));
    expect(sessionOf(response)).toBe("r2");
    expect(response.headers.get("location")).toBe("https://shop.example/account?tab=2");
    const unknown = await site.guard(visit(address));
    expect(unknown.headers.get("location")).toBe("https://shop.example/account?tab=2");
  });

  it("not for a request of a script, nor for a response that is not of hosted pages", async () => {
    const site = website({}, { isPublic: () => true });
    const { returnAddress, verifier } = await redirectedVisitor(website());
    const { cookie } = verifier;
    expect(passes(await site.guard(visit(returnAddress(), { cookie, accept: "*/*" })))).toBe(true);
    expect(passes(await site.guard(visit("/orders?code=1&state=shipped", { cookie })))).toBe(true);
    expect(api.requestsFor(tokenRoute)).toEqual([]);
  });

  it("fails while the API cannot be reached, and can be repeated", async () => {
    const site = website();
    const { returnAddress, verifier } = await redirectedVisitor(site);
    api.on(tokenRoute, "hang up");
    await expect(site.guard(visit(returnAddress(), { cookie: verifier.cookie }))).rejects.toThrow();
  });
});
