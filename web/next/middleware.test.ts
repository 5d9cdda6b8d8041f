import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it } from "vitest";
import { serverOfEachTest } from "../kit/testing/api-server";
import { makeClientApp } from "../kit/testing/apps";
import { claims, signingKey } from "../kit/testing/wire-samples";
import { type AuthMiddlewareOptions, authMiddleware, withAuth } from "./middleware";

const api = serverOfEachTest();
const key = await signingKey("k1");
const refresh = "POST /auth/oauth/token";

beforeEach(() => {
  api.on("GET /projects/p1/.well-known/jwks.json", { body: { keys: [key.publicJwk] } });
});

function website() {
  const { app, host } = makeClientApp({ baseUrl: api.url, tokenStore: null });
  const sign = (name = "Zoë") => key.sign({ iss: `${api.url}/api/v1/projects/p1`, aud: "p1", name }, host.time);
  return { app, host, sign };
}

/** A browser's request for a page of https://shop.example. */
function visit(path: string, headers: Record<string, string> = {}): NextRequest {
  return new NextRequest(new URL(path, "https://shop.example"), { headers: { accept: "text/html,*/*", ...headers } });
}

const sessionCookies = (accessToken: string) =>
  `theme=dark; stack-refresh-p1=r1; stack-access=${encodeURIComponent(JSON.stringify(["r1", accessToken]))}`;

const passes = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("authMiddleware", () => {
  it("lets a signed-in user pass, without asking the API for more than the public keys", async () => {
    const { app, sign } = website();
    expect(passes(await authMiddleware(app)(visit("/account", { cookie: sessionCookies(await sign()) })))).toBe(true);
    const headers = { "x-stack-auth": JSON.stringify({ accessToken: await sign() }) };
    expect(passes(await authMiddleware(app)(visit("/account", headers)))).toBe(true);
    expect(passes(await authMiddleware(app)(visit("/a", { authorization: `Bearer ${await sign()}` })))).toBe(true);
    expect(api.received).toHaveLength(1);
  });

  it("redirects a page without a user to the sign-in page, which comes back", async () => {
    const response = await authMiddleware(website().app)(visit("/account?tab=2", { cookie: "theme=dark" }));
    expect(response.status).toBe(307);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe("https://shop.example/handler/sign-in");
    expect(location.searchParams.get("after_auth_return_to")).toBe("/account?tab=2");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each<[string, RequestInit]>([
    ["a request of a script", { headers: { accept: "application/json" } }],
    ["a form that is sent", { method: "POST", headers: { accept: "text/html" } }],
  ])("refuses %s with 401 and JSON", async (_, init) => {
    const request = new NextRequest(
      "https://shop.example/account",
      init as ConstructorParameters<typeof NextRequest>[1],
    );
    const response = await authMiddleware(website().app)(request);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "USER_AUTHENTICATION_REQUIRED" });
  });

  it("lets everyone see the handler pages and what is public, and nothing that only begins alike", async () => {
    const options: AuthMiddlewareOptions = { isPublic: ({ nextUrl }) => nextUrl.pathname === "/prices" };
    const guard = authMiddleware(website().app, options);
    for (const path of ["/handler/sign-in", "/handler/password-reset?code=1", "/prices"]) {
      expect(passes(await guard(visit(path)))).toBe(true);
    }
    // Attack: a path that a prefix check takes for the handler's, and Next for another page.
    for (const path of ["/handlers", "/handler-secrets/1", "/handler/../account", "/Handler/x", "/prices/2"]) {
      expect((await guard(visit(path))).status).toBe(307);
    }
  });

  it.each(["", "/"])("guards every other page where the handler pages are at the root: %j", async (handler) => {
    // Attack: below the address of the handler is then every page, and a host of the visitor's choice.
    const { app } = makeClientApp({ baseUrl: api.url, tokenStore: null, urls: { handler } });
    const guard = authMiddleware(app);
    expect(passes(await guard(visit("/sign-in")))).toBe(true);
    const response = await guard(visit("/account"));
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toMatch(/^https:\/\/shop\.example\/sign-in\?/);
    expect((await guard(visit("https://shop.example//evil.example/a"))).status).toBe(307);
  });

  it("refreshes an expired token, for what responds to this request and for the browser", async () => {
    const { app, host, sign } = website();
    const old = await sign();
    host.time += 600_000;
    const renewed = await sign("Renewed");
    api.on(refresh, { body: { access_token: renewed, token_type: "bearer" } });
    const response = await authMiddleware(app)(visit("/account", { cookie: sessionCookies(old) }));
    expect(passes(response)).toBe(true);
    expect(response.cookies.get("stack-access")).toMatchObject({
      value: JSON.stringify(["r1", renewed]),
      path: "/",
      sameSite: "lax",
    });
    const forwarded = decodeURIComponent(response.headers.get("x-middleware-request-cookie") ?? "");
    expect(forwarded).toContain(`stack-access=["r1","${renewed}"]`);
    expect(forwarded).toContain("theme=dark");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(api.requestsFor(refresh)).toHaveLength(1);
  });
});

describe("withAuth", () => {
  const context = { params: Promise.resolve({ id: "7" }) };

  it("hands the user and Next's own context to the handler, and keeps the response out of shared caches", async () => {
    const { app, sign } = website();
    const handler = withAuth(
      app,
      async (_, { user, params }: { user: { id: string }; params: typeof context.params }) =>
        Response.json({ user: user.id, ...(await params) }),
    );
    const response = await handler(visit("/api/me", { cookie: sessionCookies(await sign()) }), context);
    expect(await response.json()).toEqual({ user: claims.sub, id: "7" });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("vary")).toBe("x-stack-auth, authorization, cookie");
  });

  it("refuses a request without a user with 401, unless told otherwise", async () => {
    const { app } = website();
    const refused = await withAuth(app, () => new Response())(visit("/api/me"), context);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const optional = withAuth(app, (_, { user }) => Response.json(user?.id ?? "no user"), { required: false });
    expect(await (await optional(visit("/api/me"), context)).json()).toBe("no user");
  });

  it("leaves a response's own caching alone", async () => {
    const headers = { "cache-control": "public, max-age=60" };
    const handler = withAuth(website().app, () => new Response("", { headers }), { required: false });
    expect((await handler(visit("/api/prices"), context)).headers.get("cache-control")).toBe("public, max-age=60");
  });
});
