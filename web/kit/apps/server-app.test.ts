import { afterEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { appInternals } from "../app/internals";
import { onWrite } from "../app/on-write";
import type { ServerAppOptions } from "../connection/app-options";
import type { ServerUser } from "../server/users-and-teams";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import type { CurrentServerUser, GatehouseAdminApp } from "./admin-app";
import type { GatehouseClientApp } from "./client-app";
import { clientAppFromJson } from "./client-app-from-json";
import type { CurrentUser } from "./current-user";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

const userPath = `/users/${serverUser.id}`;

function serverApp(options: Partial<ServerAppOptions> = {}) {
  const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
  return new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null, ...options }, new FakeHost());
}

async function someUser() {
  api.on(`GET ${userPath}`, { body: serverUser });
  const app = serverApp();
  const user = await app.getUser(serverUser.id);
  if (user === null) throw new Error("There should be a user");
  return { app, user };
}

it("a server app names the key it misses", () => {
  expect(() => serverApp({ secretServerKey: undefined })).toThrow(/^No secret server key provided\./);
});

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

it("a user cannot be sent a verification email: the server's words are thrown", async () => {
  const { user } = await someUser();
  const headers = { "content-type": "text/plain;charset=UTF-8" };
  api.on("POST /check-feature-support", { headers, body: "This feature is not yet supported. Please reach out." });
  await expect(user.sendVerificationEmail()).rejects.toThrow(/^This feature is not yet supported\. Please reach out\./);
  expect(api.received.at(-1)).toMatchObject({ method: "POST", path: "/check-feature-support" });
});

describe("a user by id", () => {
  it("is read with the secret key, and shows what only the server sees", async () => {
    const { user } = await someUser();
    expect(user).toMatchObject({
      id: serverUser.id,
      lastActiveAt: new Date(1_760_000_000_002),
      serverMetadata: { secret: "user" },
      selectedTeam: { displayName: "Core", createdAt: new Date(1_760_000_000_001), serverMetadata: { secret: "team" } },
    });
    expect(api.received[0]?.headers).toMatchObject({
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": "ssk_1",
    });
  });

  it("is null when there is none, and an odd id stays one part of the path", async () => {
    api.on("GET /users/..%2Fteams", refusal("USER_NOT_FOUND", 404, "User not found."));
    expect(await serverApp().getUser("../teams")).toBeNull();
  });

  // Attack: a page rendered on the server ships its user object to the browser, and the server's notes with it.
  it("gives a client view without anything of the server's", async () => {
    const { user } = await someUser();
    const { server_metadata: _, created_at_millis: __, ...team } = serverUser.selected_team ?? {};
    expect(user.toClientJson()).toEqual({ ...clientUser, selected_team: team });
  });
});

describe("changing a user", () => {
  it.each<[string, (user: ServerUser) => Promise<unknown>, object]>([
    [
      "update",
      (user) => user.update({ primaryEmailAuthEnabled: true, otpAuthEnabled: false, passkeyAuthEnabled: false }),
      { primary_email_auth_enabled: true, otp_auth_enabled: false, passkey_auth_enabled: false },
    ],
    ["setPrimaryEmail", (user) => user.setPrimaryEmail("b@b.co"), { primary_email: "b@b.co" }],
    [
      "setPrimaryEmail, verified",
      (user) => user.setPrimaryEmail("b@b.co", { verified: true }),
      { primary_email: "b@b.co", primary_email_verified: true },
    ],
    ["setPassword", (user) => user.setPassword({ password: "correct horse" }), { password: "correct horse" }],
    ["setServerMetadata", (user) => user.setServerMetadata({ aB: 1 }), { server_metadata: { aB: 1 } }],
    ["setClientReadOnlyMetadata", (user) => user.setClientReadOnlyMetadata(null), { client_read_only_metadata: null }],
    ["setDisplayName", (user) => user.setDisplayName("Zoë II"), { display_name: "Zoë II" }],
  ])("%s", async (_, change, body) => {
    api.on(`PATCH ${userPath}`, { body: serverUser });
    const { app, user } = await someUser();
    const changed: string[] = [];
    onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
    await change(user);
    expect(api.bodyOf(`PATCH ${userPath}`)).toEqual(body);
    expect(changed).toEqual([
      "current-user users team-members passkeys recovery-codes contact-channels oauth-providers",
    ]);
  });

  it("delete", async () => {
    api.on(`DELETE ${userPath}`, { body: { success: true } });
    const { user } = await someUser();
    await user.delete();
    expect(api.requestsFor(`DELETE ${userPath}`)).toHaveLength(1);
  });
});

describe("a user's sessions", () => {
  it("are made for a year by default; their tokens are as they are", async () => {
    api.on("POST /auth/sessions", { body: { access_token: "a9", refresh_token: "r9" } });
    const { user } = await someUser();
    const session = await user.createSession();
    await user.createSession({ expiresInMillis: 1000, isImpersonation: true });
    const bodies = api.requestsFor("POST /auth/sessions").map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([
      { user_id: user.id, expires_in_millis: 31_536_000_000, is_impersonation: false },
      { user_id: user.id, expires_in_millis: 1000, is_impersonation: true },
    ]);
    expect(await session.getTokens()).toEqual({ accessToken: "a9", refreshToken: "r9" });
  });

  it("are listed from the envelope, and ended", async () => {
    const listed = { id: "s1", user_id: serverUser.id, created_at: 1, is_impersonation: false };
    api.on(`GET /auth/sessions?user_id=${serverUser.id}`, { body: { items: [listed], is_paginated: false } });
    api.on(`DELETE /auth/sessions/s1?user_id=${serverUser.id}`, { body: { success: true } });
    const { user } = await someUser();
    expect((await user.getActiveSessions()).map(({ id }) => id)).toEqual(["s1"]);
    await user.revokeSession("s1");
    expect(api.received.at(-1)?.method).toBe("DELETE");
  });
});

describe("a user's contact channels", () => {
  it("are addressed by the user's id, and may be marked as verified", async () => {
    const channel = {
      id: "c1",
      user_id: serverUser.id,
      value: "a@b.co",
      type: "email",
      used_for_auth: false,
      is_verified: true,
      is_primary: false,
    };
    api.on("POST /contact-channels", { status: 201, body: channel });
    api.on(`PATCH /contact-channels/${serverUser.id}/c1`, { body: channel });
    const { user } = await someUser();
    const made = await user.createContactChannel({
      value: "a@b.co",
      type: "email",
      usedForAuth: false,
      isVerified: true,
    });
    expect(api.bodyOf("POST /contact-channels")).toEqual({
      value: "a@b.co",
      type: "email",
      used_for_auth: false,
      is_verified: true,
      user_id: serverUser.id,
    });
    await made.update({ isVerified: false });
    expect(api.bodyOf(`PATCH /contact-channels/${serverUser.id}/c1`)).toEqual({ is_verified: false });
  });
});

describe("users", () => {
  it("are made", async () => {
    api.on("POST /users", { status: 201, body: serverUser });
    const user = await serverApp().createUser({
      primaryEmail: "zoe@example.com",
      primaryEmailAuthEnabled: true,
      password: "correct horse",
      serverMetadata: { aB: 1 },
    });
    expect(api.bodyOf("POST /users")).toEqual({
      primary_email: "zoe@example.com",
      primary_email_auth_enabled: true,
      password: "correct horse",
      server_metadata: { aB: 1 },
    });
    expect(user.id).toBe(serverUser.id);
  });

  it("are listed by page", async () => {
    const route = "GET /users?cursor=c1&limit=1&order_by=signed_up_at&desc=true&query=zo%C3%AB&include_anonymous=true";
    api.on(route, { body: { items: [serverUser], is_paginated: true, pagination: { next_cursor: "c2" } } });
    const page = await serverApp().listUsers({
      cursor: "c1",
      limit: 1,
      orderBy: "signedUpAt",
      desc: true,
      query: "zoë",
      includeAnonymous: true,
    });
    expect(page.map(({ id }) => id)).toEqual([serverUser.id]);
    expect(page.nextCursor).toBe("c2");
  });

  it("are listed without parameters, to the last page", async () => {
    api.on("GET /users", { body: { items: [], is_paginated: true, pagination: { next_cursor: null } } });
    expect((await serverApp().listUsers({ query: "", includeAnonymous: false })).nextCursor).toBeNull();
  });
});

describe("teams", () => {
  const team = serverUser.selected_team;

  it("are made, listed and read", async () => {
    api.on("POST /teams", { status: 201, body: team });
    api.on("GET /teams", { body: { items: [team] } });
    api.on(`GET /teams/${team?.id}`, { body: team });
    api.on("GET /teams/none", refusal("TEAM_NOT_FOUND", 404, "Team none not found."));
    const app = serverApp();
    await app.createTeam({ displayName: "Core", creatorUserId: "u1" });
    expect(api.bodyOf("POST /teams")).toEqual({ display_name: "Core", creator_user_id: "u1" });
    expect((await app.listTeams()).map(({ serverMetadata }) => serverMetadata)).toEqual([{ secret: "team" }]);
    expect((await app.getTeam(String(team?.id)))?.displayName).toBe("Core");
    expect(await app.getTeam("none")).toBeNull();
  });
});

describe("the current user of a server app", () => {
  const tokens = { accessToken: accessToken(), refreshToken: "r1" };
  const request = { headers: new Headers({ "x-stack-auth": JSON.stringify(tokens) }) };

  it("is the user of the request, as the server sees them", async () => {
    api.on("GET /users/me", { body: serverUser });
    const user = await serverApp().getUser({ tokenStore: request });
    expect(user?.serverMetadata).toEqual({ secret: "user" });
    expect(await user?.getAuthJson()).toEqual(tokens);
    expect(api.received[0]?.headers).toMatchObject({
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": "ssk_1",
      "x-stack-access-token": tokens.accessToken,
    });
  });

  it("can sign out, and change their password as themself", async () => {
    api.on("GET /users/me", { body: serverUser });
    api.on("POST /auth/password/update", { body: { success: true } });
    api.on("DELETE /auth/sessions/current", { body: { success: true } });
    const user = await serverApp().getUser({ tokenStore: request, or: "throw" });
    expect(await user.updatePassword({ oldPassword: "old", newPassword: "new" })).toBeUndefined();
    expect(api.received.at(-1)?.headers["x-stack-refresh-token"]).toBe("r1");
    await user.signOut();
    expect(await user.getAuthJson()).toEqual({ accessToken: null, refreshToken: null });
  });
});

it("names of the reference for reading a user are aliases, of which the deprecated one warns", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warning.mockRestore());
  const { app, user } = await someUser();
  expect(await app.getServerUserById(serverUser.id)).toEqual(user);
  api.on("GET /users/me", { body: serverUser });
  const withStore = serverApp({ tokenStore: { accessToken: accessToken(), refreshToken: "r1" } });
  expect(await withStore.getServerUser()).toMatchObject({ id: serverUser.id });
  expect(warning).toHaveBeenCalledOnce();
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

describe("the password of any user", () => {
  const sessions = "POST /auth/sessions";

  it("is replaced if the old one is right, by a session that ends with the request", async () => {
    const { user } = await someUser();
    api.on(sessions, { body: { access_token: accessToken(), refresh_token: "short" } });
    api.on("POST /auth/password/update", { body: { success: true } });
    api.on("DELETE /auth/sessions/current", { body: {} });
    expect(await user.updatePassword({ oldPassword: "old", newPassword: "new" })).toBeUndefined();
    expect(api.bodyOf(sessions)).toEqual({
      user_id: serverUser.id,
      expires_in_millis: 60_000,
      is_impersonation: false,
    });
    expect(api.requestsFor("POST /auth/password/update")[0]).toMatchObject({
      body: '{"old_password":"old","new_password":"new"}',
      headers: { "x-stack-access-type": "client", "x-stack-refresh-token": "short" },
    });
    expect(api.received.at(-1)).toMatchObject({ method: "DELETE", path: "/auth/sessions/current" });
  });

  it("400 PASSWORD_CONFIRMATION_MISMATCH: is not replaced if it is wrong, and the session ends all the same", async () => {
    const { user } = await someUser();
    api.on(sessions, { body: { access_token: accessToken(), refresh_token: "short" } });
    api.on("POST /auth/password/update", refusal("PASSWORD_CONFIRMATION_MISMATCH", 400, "Passwords do not match."));
    api.on("DELETE /auth/sessions/current", { body: {} });
    const error = await user.updatePassword({ oldPassword: "wrong", newPassword: "new" });
    expect(error?.code).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect(api.received.at(-1)).toMatchObject({ method: "DELETE", path: "/auth/sessions/current" });
  });

  it("400 PASSWORD_TOO_SHORT: returns the error of one that is not taken", async () => {
    const { user } = await someUser();
    api.on(`PATCH ${userPath}`, refusal("PASSWORD_TOO_SHORT", 400, "Too short.", { min_length: 8 }));
    expect(await user.setPassword({ password: "x" })).toMatchObject({ code: "PASSWORD_TOO_SHORT" });
  });
});
