import { describe, expect, it } from "vitest";
import { Sessions } from "../connection/sessions";
import { MemoryTokenStore } from "../session/token-store/token-store";
import { type Reply, serverOfEachTest } from "../testing/api-server";
import { makeTransport, type Setting, tokenResponse } from "../testing/transport";
import { accessToken } from "../testing/wire-samples";
import { refreshWithKey } from "./refresh-with-key";

const api = serverOfEachTest();

const transport = (setting?: Setting) => makeTransport(api.url, setting);

describe("refreshing", () => {
  const signedIn = { accessToken: null, refreshToken: "r1" };

  it("is an OAuth form, without the headers of other requests", async () => {
    api.on("POST /auth/oauth/token", tokenResponse());
    await transport({ tokens: signedIn }).session.accessToken();
    const [request] = api.received;
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: "refresh_token",
      refresh_token: "r1",
      client_id: "p1",
      client_secret: "pck_1",
    });
    expect(request?.headers).toMatchObject({
      accept: "application/json",
      "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
    });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith("x-stack"))).toEqual([]);
  });

  it("20 parallel calls share one", async () => {
    api.on("GET /things", { body: {} });
    api.on("POST /auth/oauth/token", tokenResponse());
    const { send } = transport({ tokens: signedIn });
    await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(api.requestsFor("POST /auth/oauth/token")).toHaveLength(1);
    expect(api.requestsFor("GET /things")).toHaveLength(20);
  });

  it("is repeated when the network fails", async () => {
    api.on("POST /auth/oauth/token", ["hang up", "hang up", tokenResponse()]);
    const { session, host } = transport({ tokens: signedIn });
    expect(await session.accessToken()).not.toBeNull();
    expect(host.waits).toEqual([1000, 2000]);
  });

  it.each(["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "PROVIDER_REJECTED"])("%s ends the session", async (code) => {
    api.on("POST /auth/oauth/token", {
      status: 401,
      headers: { "x-stack-known-error": code },
      body: { code, error: "x" },
    });
    const { session } = transport({ tokens: signedIn });
    expect(await session.accessToken()).toBeNull();
    expect(session.isKnownInvalid).toBe(true);
  });

  it.each<[string, Reply, string]>([
    [
      "another known error",
      {
        status: 400,
        headers: { "x-stack-known-error": "INVALID_OAUTH_CLIENT_ID_OR_SECRET" },
        body: { code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET", error: "The OAuth client ID or secret is invalid." },
      },
      "The OAuth client ID or secret is invalid.",
    ],
    [
      "a failing server",
      { status: 500, body: "Something went wrong." },
      "Failed to refresh the access token: 500 Something went wrong.",
    ],
    ["no JSON", { body: "<html>" }, "The response to the token refresh is not JSON"],
    ["no token", { body: { token_type: "bearer" } }, "The response to the token refresh holds no usable access token"],
    [
      "an unreadable token",
      { body: { access_token: "a", token_type: "bearer" } },
      "The response to the token refresh holds no usable access token",
    ],
    [
      "an unknown kind of token",
      { body: { access_token: accessToken(), token_type: "mac" } },
      "The response to the token refresh names no usable token_type",
    ],
  ])("is thrown to the caller and leaves the session alone: %s", async (_, reply, message) => {
    api.on("POST /auth/oauth/token", reply);
    const { session } = transport({ tokens: signedIn });
    await expect(session.accessToken()).rejects.toThrow(message);
    expect(session.isKnownInvalid).toBe(false);
  });

  it.each(["Bearer", "BEARER", "DPoP"])("takes the token type %s", async (token_type) => {
    api.on("POST /auth/oauth/token", { body: { access_token: accessToken(), token_type } });
    expect(await transport({ tokens: signedIn }).session.accessToken()).not.toBeNull();
  });
});

describe("sessions", () => {
  it("are one to a store and login, whatever becomes of the access token", async () => {
    const { made, host } = transport();
    const sessions = new Sessions(host, made);
    const store = new MemoryTokenStore({ accessToken: accessToken(), refreshToken: "r1" });
    const first = sessions.of(store);
    store.set({ accessToken: accessToken({ name: "of another tab" }), refreshToken: "r1" });
    expect(sessions.of(store)).toBe(first);
    expect((await first.accessToken())?.claims.name).toBe("of another tab");
    store.set({ accessToken: accessToken(), refreshToken: "r2" });
    expect(sessions.of(store)).not.toBe(first);
  });

  it("put refreshed tokens into their store, and clear it when they become invalid", async () => {
    const renewed = accessToken({ name: "renewed" });
    api.on("POST /auth/oauth/token", tokenResponse(renewed));
    const { made, host } = transport();
    const store = new MemoryTokenStore({ accessToken: null, refreshToken: "r1" });
    const session = new Sessions(host, made).of(store);
    await session.accessToken();
    expect(store.get()).toEqual({ accessToken: renewed, refreshToken: "r1" });
    session.markInvalid();
    expect(store.get()).toEqual({ accessToken: null, refreshToken: null });
  });

  it("leave a store alone that stands for another login by now", async () => {
    api.on("POST /auth/oauth/token", tokenResponse());
    const { made, host } = transport();
    const store = new MemoryTokenStore({ accessToken: null, refreshToken: "r1" });
    const session = new Sessions(host, made).of(store);
    store.set({ accessToken: null, refreshToken: "r2" });
    await session.accessToken();
    session.markInvalid();
    expect(store.get()).toEqual({ accessToken: null, refreshToken: "r2" });
  });
});

const key = "POST /auth/sessions/current/refresh";

function refresh() {
  const { host, made } = makeTransport(api.url, {
    credentials: { extraRequestHeaders: { "x-gatehouse-client-ip": "203.0.113.9" } },
  });
  return { host, refreshed: refreshWithKey(host, made, "r1") };
}

const refusal = (code: string): Reply => ({
  status: 401,
  headers: { "x-stack-known-error": code },
  body: { code, error: "x" },
});

describe("refreshing by a backend", () => {
  // Attack: one visitor's refreshes use up the limit that the API has for the network of the website's server, and sign all others out.
  it("is counted for the project and the visitor, by the secret key and the address", async () => {
    const renewed = accessToken();
    api.on(key, { body: { access_token: renewed } });
    expect((await refresh().refreshed)?.text).toBe(renewed);
    expect(api.requestsFor(key)[0]?.headers).toMatchObject({
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": "ssk_1",
      "x-stack-refresh-token": "r1",
      "x-gatehouse-client-ip": "203.0.113.9",
    });
  });

  it("is repeated when the network fails: two tokens of a session do no harm", async () => {
    api.on(key, ["hang up", { body: { access_token: accessToken() } }]);
    const { host, refreshed } = refresh();
    expect(await refreshed).not.toBeNull();
    expect(host.waits).toEqual([1000]);
  });

  it("is null for a login that is over, and throws every other refusal", async () => {
    api.on(key, [refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"), refusal("INVALID_SECRET_SERVER_KEY")]);
    expect(await refresh().refreshed).toBeNull();
    await expect(refresh().refreshed).rejects.toMatchObject({ errorCode: "INVALID_SECRET_SERVER_KEY" });
  });
});
