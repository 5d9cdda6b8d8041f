import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { appInternals } from "../app/internals";
import type { ServerAppOptions } from "../connection/app-options";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import type { CurrentServerUser, GatehouseAdminApp } from "./admin-app";
import { clientAppFromJson, type GatehouseClientApp } from "./client-app";
import type { CurrentUser } from "./current-user";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

function serverApp(options: Partial<ServerAppOptions> = {}) {
  const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
  return new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null, ...options }, new FakeHost());
}

describe("a visitor of the backend's website", () => {
  const signIn = "POST /auth/password/sign-in";
  async function signedIn(options: Partial<ServerAppOptions>) {
    api.on(signIn, { body: { access_token: accessToken(), refresh_token: "r", user_id: "u", is_new_user: false } });
    await serverApp(options).signInWithCredential({ email: "a@shop.example", password: "p", noRedirect: true });
    return api.requestsFor(signIn).at(-1)?.headers ?? {};
  }
  const forwardedFor = (addresses: string) => ({ tokenStore: { headers: { "x-forwarded-for": addresses } } });
  const everyHeader = {
    "x-forwarded-for": "198.51.100.1",
    "x-real-ip": "198.51.100.1",
    "x-vercel-forwarded-for": "203.0.113.1",
    "x-nf-client-connection-ip": "203.0.113.2",
    "fly-client-ip": "203.0.113.3",
    "cf-connecting-ip": "203.0.113.4",
  };
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  // Evidence: visitors-named-by-trusted-proxies-only
  // Attack: the visitor of a website without a proxy writes the headers. They guess from as many networks as they like, or use up
  // the guesses of others.
  it("has no address where neither host nor website says who writes it, whatever headers the visitor sends", async () => {
    for (const name of ["VERCEL", "FLY_APP_NAME"]) vi.stubEnv(name, undefined);
    expect(await signedIn({ tokenStore: { headers: everyHeader } })).not.toHaveProperty("x-gatehouse-client-ip");
    expect(await signedIn({ tokenStore: { headers: everyHeader }, trustedProxies: 0 })).not.toHaveProperty(
      "x-gatehouse-client-ip",
    );
  });

  it.each([
    ["Vercel", "203.0.113.1", () => vi.stubEnv("VERCEL", "1")],
    ["Netlify", "203.0.113.2", () => vi.stubGlobal("Netlify", {})],
    ["Fly.io", "203.0.113.3", () => vi.stubEnv("FLY_APP_NAME", "shop")],
    ["Cloudflare Workers", "203.0.113.4", () => vi.stubGlobal("WebSocketPair", class {})],
  ])("has the address that %s writes, on which visitors have no other", async (_, address, arrive) => {
    arrive();
    expect(await signedIn({ tokenStore: { headers: everyHeader } })).toMatchObject({
      "x-gatehouse-client-ip": address,
    });
  });

  it("has what the outermost of its proxies has added, however much the visitor has written before", async () => {
    const request = forwardedFor("198.51.100.1, 203.0.113.9, 10.0.0.1");
    expect(await signedIn({ ...request, trustedProxies: 2 })).toMatchObject({ "x-gatehouse-client-ip": "203.0.113.9" });
    expect(await signedIn({ ...request, trustedProxies: 4 })).not.toHaveProperty("x-gatehouse-client-ip");
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s trusted proxies", (trustedProxies) => {
    expect(() => serverApp({ ...forwardedFor("203.0.113.9"), trustedProxies })).toThrow(
      "`trustedProxies` must be a whole number of proxies",
    );
  });

  // Attack: one visitor's tries use up those of all others, as the API sees one address for all of them.
  it.each([
    ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:52114", "203.0.113.9"],
    ["198.51.100.1,2001:db8::9", "2001:db8::9"],
    ["[2001:db8::9]:443", "2001:db8::9"],
    ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  ])("signs in with the secret key, from what the proxy has written last into «%s»", async (addresses, address) => {
    expect(await signedIn({ ...forwardedFor(addresses), trustedProxies: 1 })).toMatchObject({
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": "ssk_1",
      "x-gatehouse-client-ip": address,
    });
  });

  it.each(["", "unknown", "203.0.113.9, _hidden"])("has no address where the proxy wrote «%s»", async (addresses) => {
    expect(await signedIn({ ...forwardedFor(addresses), trustedProxies: 1 })).not.toHaveProperty(
      "x-gatehouse-client-ip",
    );
  });

  it("has the address that the website says, beside other headers of its own", async () => {
    const headers = await signedIn({
      tokenStore: new Request("https://shop.example", { headers: { "x-real-ip": "203.0.113.9" } }),
      visitorAddress: (request) => (request.headers as Headers).get("x-real-ip"),
      extraRequestHeaders: { "x-tunnel": "call" },
    });
    expect(headers).toMatchObject({ "x-gatehouse-client-ip": "203.0.113.9", "x-tunnel": "call" });
  });

  it("refreshes their session with the secret key, as whom it names", async () => {
    const refresh = "POST /auth/sessions/current/refresh";
    api.on(refresh, { body: { access_token: accessToken() } });
    const tokenStore = { headers: { cookie: "stack-refresh-p1=r1", "x-forwarded-for": "203.0.113.9" } };
    await serverApp({ tokenStore, trustedProxies: 1 }).getConvexHttpClientAuth();
    expect(api.requestsFor(refresh)[0]?.headers).toMatchObject({
      "x-stack-secret-server-key": "ssk_1",
      "x-stack-refresh-token": "r1",
      "x-gatehouse-client-ip": "203.0.113.9",
    });
  });

  it("is not named by an app without a request", async () => {
    expect(await signedIn({ tokenStore: "memory" })).not.toHaveProperty("x-gatehouse-client-ip");
  });
});

describe("a user by id", () => {
  it("is null when there is none, and an odd id stays one part of the path", async () => {
    api.on("GET /users/..%2Fteams", refusal("USER_NOT_FOUND", 404, "User not found."));
    expect(await serverApp().getUser("../teams")).toBeNull();
  });

  // Attack: a page rendered on the server ships its user object to the browser, and the server's notes with it.
  it("gives a client view without anything of the server's", async () => {
    api.on(`GET /users/${serverUser.id}`, { body: serverUser });
    const user = (await serverApp().getUser(serverUser.id)) ?? expect.fail();
    const { server_metadata: _, created_at_millis: __, ...team } = serverUser.selected_team ?? {};
    const { otp_auth_switched_off: ___, ...shown } = clientUser;
    expect(user.toClientJson()).toEqual({ ...shown, selected_team: team });
  });

  it("400 PASSWORD_TOO_SHORT: has the error of a password that is not taken returned", async () => {
    api.on(`GET /users/${serverUser.id}`, { body: serverUser });
    const user = (await serverApp().getUser(serverUser.id)) ?? expect.fail();
    api.on(`PATCH /users/${serverUser.id}`, refusal("PASSWORD_TOO_SHORT", 400, "Too short.", { min_length: 8 }));
    expect(await user.setPassword({ password: "x" })).toMatchObject({ code: "PASSWORD_TOO_SHORT" });
  });
});

describe("a server app where a client app is wanted", () => {
  it("is one by its type, and so is an admin app", () => {
    expectTypeOf<CurrentServerUser>().toExtend<CurrentUser>();
    expectTypeOf<GatehouseAdminApp>().toExtend<GatehouseServerApp>();
    expectTypeOf<GatehouseServerApp>().toExtend<GatehouseClientApp>();
  });

  // Attack: a component that the server renders before the browser does would show what only the server may see.
  it("is restored from its JSON as an app of the client tier, which the page renders with", () => {
    const json = serverApp({ baseUrl: "https://api.example.com", tokenStore: "memory" })[appInternals].toClientJson();
    const restored = clientAppFromJson(json, new FakeHost());
    expect(restored).not.toBeInstanceOf(GatehouseServerApp);
    expect(clientAppFromJson(json, new FakeHost())).toBe(restored);
  });
});
