import { describe, expect, it } from "vitest";
import { Sessions } from "../connection/sessions";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakePage } from "../testing/fake-host";
import { makeTransport, type Setting, tokenResponse } from "../testing/transport";
import { accessToken } from "../testing/wire-samples";
import type { Method } from "./transport";

const api = serverOfEachTest();

const transport = (setting?: Setting) => makeTransport(api.url, setting);

describe("request headers", () => {
  it("name the project, the tier and its credentials, and nothing of other tiers", async () => {
    api.on("GET /things", { body: {} });
    const { send } = transport();
    await send("GET", "/things", "client");
    await send("GET", "/things", "server");
    await send("GET", "/things", "admin");
    const sent = api.received.map(({ headers }) => headers);
    expect(sent[0]).toMatchObject({
      "x-stack-override-error-status": "true",
      "x-stack-project-id": "p1",
      "x-stack-access-type": "client",
      "x-stack-allow-anonymous-user": "true",
      "x-stack-publishable-client-key": "pck_1",
      "ngrok-skip-browser-warning": "true",
    });
    expect(sent[0]).not.toHaveProperty("x-stack-secret-server-key");
    expect(sent[0]).not.toHaveProperty("x-stack-access-token");
    expect(sent[0]).not.toHaveProperty("x-stack-refresh-token");
    expect(sent[1]).toMatchObject({ "x-stack-access-type": "server", "x-stack-secret-server-key": "ssk_1" });
    expect(sent[1]).not.toHaveProperty("x-stack-super-secret-admin-key");
    expect(sent[2]).toMatchObject({
      "x-stack-access-type": "admin",
      "x-stack-secret-server-key": "ssk_1",
      "x-stack-super-secret-admin-key": "sak_1",
    });
  });

  it("carry a version the server can parse, and a new nonce of 45 characters of Crockford base-32 each time", async () => {
    api.on("GET /things", { body: {} });
    const { send } = transport();
    await send();
    await send();
    const [first, second] = api.received.map(({ headers }) => headers);
    expect(first?.["x-stack-client-version"]).toMatch(/^js @[\w/]+@\d+\.\d+\.\d+$/);
    expect(first?.["x-stack-random-nonce"]).toMatch(/^[0-9A-HJKMNP-TV-Z]{45}$/);
    expect(second?.["x-stack-random-nonce"]).not.toBe(first?.["x-stack-random-nonce"]);
  });

  it("carry both tokens of a session", async () => {
    api.on("GET /things", { body: {} });
    const tokens = { accessToken: accessToken(), refreshToken: "r1" };
    await transport({ tokens }).send();
    expect(api.received[0]?.headers).toMatchObject({
      "x-stack-access-token": tokens.accessToken,
      "x-stack-refresh-token": "r1",
    });
  });

  it("carry the newest bookmark of the responses to their login, in whichever order these came", async () => {
    const response = (bookmark: string) => ({ body: {}, headers: { "x-stack-bookmark": bookmark } });
    api.on("GET /things", [response("0002.b"), response("0001.a"), { body: {} }, { body: {} }]);
    const { send, made, host } = transport();
    for (let request = 0; request < 3; request++) await send();
    const others = new Sessions(host, made).fromTokens({ accessToken: accessToken(), refreshToken: "r2" });
    await made.send("client", others, { method: "GET", path: "/things" });
    const sent = api.received.map(({ headers }) => headers["x-stack-bookmark"]);
    expect(sent).toEqual([undefined, "0002.b", "0002.b", undefined]);
  });

  it("let extra headers win over the kit's, and the request's over both", async () => {
    api.on("GET /things", { body: {} });
    const extraRequestHeaders = { "X-Stack-Client-Version": "mine", "x-tunnel": "app" };
    await transport({ credentials: { extraRequestHeaders } }).send("GET", "/things", "client", { "X-Tunnel": "call" });
    expect(api.received[0]?.headers).toMatchObject({ "x-stack-client-version": "mine", "x-tunnel": "call" });
  });

  it("carry JSON with a body, and no content type without", async () => {
    api.on("GET /things", { body: {} });
    api.on("POST /things", { body: {} });
    const { send } = transport();
    await send("GET");
    await send("POST");
    expect(api.received[0]?.headers).not.toHaveProperty("content-type");
    expect(api.received[1]).toMatchObject({ body: '{"a":1}', headers: { "content-type": "application/json" } });
  });

  it("cut one slash off the end of the path", async () => {
    api.on("GET ", { body: { root: true } });
    expect(await transport().send("GET", "/")).toEqual({ root: true });
  });
});

describe("retries", () => {
  it.each<Method>(["GET", "PUT", "DELETE"])("a lost %s is repeated, five times in all, ever later", async (method) => {
    api.on(`${method} /things`, "hang up");
    const { send, host } = transport();
    await expect(send(method)).rejects.toThrow(
      /^Gatehouse is unable to connect to the server\. Please check your internet connection and try again\.\n\nIf the problem persists, please contact support and provide a screenshot of your entire browser console\.\n\nError after 5 attempts\./,
    );
    expect(api.received).toHaveLength(5);
    expect(host.waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it("waits between half and one and a half of that, by chance", async () => {
    api.on("GET /things", "hang up");
    const early = transport();
    early.host.chance = 0;
    await expect(early.send()).rejects.toThrow();
    expect(early.host.waits).toEqual([500, 1000, 2000, 4000]);
    const late = transport();
    late.host.chance = 0.75;
    await expect(late.send()).rejects.toThrow();
    expect(late.host.waits).toEqual([1250, 2500, 5000, 10_000]);
  });

  it.each<Method>(["POST", "PATCH"])("a lost %s is not repeated: it may have been carried out", async (method) => {
    api.on(`${method} /things`, "hang up");
    const { send, host } = transport();
    await expect(send(method)).rejects.toThrow(/^Gatehouse is unable to connect to the server\./);
    expect(api.received).toHaveLength(1);
    expect(host.waits).toEqual([]);
  });

  it("succeeds when a later attempt does", async () => {
    api.on("GET /things", ["hang up", { body: { done: true } }]);
    expect(await transport().send()).toEqual({ done: true });
  });

  it("throws an error of its own when the browser is offline", async () => {
    api.on("POST /things", "hang up");
    const page = new FakePage();
    page.navigator.onLine = false;
    await expect(transport({ page }).send("POST")).rejects.toThrow(
      "You are offline. Please check your internet connection and try again. (window.navigator.onLine is false)",
    );
  });

  const refused = (seconds: number) => ({
    status: 429,
    headers: { "retry-after": `${seconds}` },
    body: "Too Many Requests",
  });

  it.each<Method>(["GET", "PUT", "DELETE"])(
    "429: a %s waits as long as the response indicates, then as usual",
    async (method) => {
      api.on(`${method} /things`, [refused(7), { body: {} }]);
      const { send, host } = transport();
      await send(method);
      expect(host.waits).toEqual([7000, 1000]);
    },
  );

  it.each<Method>(["POST", "PATCH"])(
    "429: a %s waits five seconds at most in all, as somebody looks at its form",
    async (method) => {
      api.on(`${method} /things`, [refused(4), { body: {} }, refused(2), refused(1), refused(7)]);
      const { send, host } = transport();
      await send(method);
      expect(host.waits).toEqual([4000, 1000]);
      await expect(send(method)).rejects.toThrow(/Error after 2 attempts\.[\s\S]*429 Too Many Requests/);
      expect(host.waits).toEqual([4000, 1000, 2000, 1000]);
      await expect(send(method)).rejects.toThrow(/Error after 1 attempts\./);
      expect(host.waits).toHaveLength(4);
    },
  );

  it.each(["soon", "-1", "99999999999"])("429: a retry-after of %s is passed over", async (retryAfter) => {
    api.on("GET /things", [{ status: 429, headers: { "retry-after": retryAfter } }, { body: {} }]);
    const { send, host } = transport();
    await send();
    expect(host.waits).toEqual([1000]);
  });

  it("429: the overridden status counts", async () => {
    api.on("GET /things", [{ headers: { "x-stack-actual-status": "429" }, body: "Too Many Requests" }, { body: {} }]);
    expect(await transport().send()).toEqual({});
  });

  it("508: only with the mark of an infinite loop", async () => {
    api.on("GET /things", [{ status: 508, body: "INFINITE_LOOP_DETECTED" }, { body: {} }]);
    expect(await transport().send()).toEqual({});
    api.on("GET /things", { status: 508, body: "Loop Detected" });
    await expect(transport().send()).rejects.toThrow(
      `Failed to send request to ${api.url}/api/v1/things: 508 Loop Detected`,
    );
  });

  it("any other failure is thrown at once, with status and text", async () => {
    api.on("GET /things", { headers: { "x-stack-actual-status": "404" }, body: "Session not found." });
    const { send, host } = transport();
    await expect(send()).rejects.toThrow(`Failed to send request to ${api.url}/api/v1/things: 404 Session not found.`);
    expect(host.waits).toEqual([]);
  });

  it("a success that is not JSON is an error, not a crash", async () => {
    api.on("GET /things", { body: "<html>" });
    await expect(transport().send()).rejects.toThrow(
      `The response of ${api.url}/api/v1/things is not JSON: 200 <html>`,
    );
  });
});

describe("known errors", () => {
  it("are thrown at once, with the status of the actual-status header", async () => {
    api.on("GET /things", refusal("TEAM_NOT_FOUND", 404, "Team t1 not found.", { team_id: "t1" }));
    const { send, host } = transport();
    await expect(send()).rejects.toMatchObject({
      errorCode: "TEAM_NOT_FOUND",
      statusCode: 404,
      message: "Team t1 not found.",
      details: { team_id: "t1" },
    });
    expect(host.waits).toEqual([]);
  });

  it.each(["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"])(
    "%s: the token is given up, refreshed, and the request repeated, also a POST",
    async (code) => {
      const renewed = accessToken({ name: "renewed" });
      api.on("POST /things", [refusal(code, 401, "x"), { body: { done: true } }]);
      api.on("POST /auth/oauth/token", tokenResponse(renewed));
      const { send, host } = transport({ tokens: { accessToken: accessToken(), refreshToken: "r1" } });
      expect(await send("POST")).toEqual({ done: true });
      expect(api.requestsFor("POST /things")[1]?.headers["x-stack-access-token"]).toBe(renewed);
      expect(host.waits).toEqual([1000]);
    },
  );

  it("a refused access token is a fault when the request had none", async () => {
    api.on("GET /things", refusal("ACCESS_TOKEN_EXPIRED", 401, "x", { expired_at_millis: null }));
    await expect(transport().send()).rejects.toThrow(/^Received invalid access token, but session is not logged in/);
  });
});

describe("a project owner's session", () => {
  function owner(tokens: { accessToken: string | null; refreshToken: string | null }) {
    const internal = transport({ credentials: { projectId: "internal" }, tokens });
    return transport({
      credentials: {
        publishableClientKey: null,
        secretServerKey: null,
        superSecretAdminKey: null,
        ownerSession: internal.session,
      },
    });
  }

  it("stands in for all three keys", async () => {
    api.on("GET /things", { body: {} });
    const text = accessToken();
    await owner({ accessToken: text, refreshToken: "r1" }).send("GET", "/things", "admin");
    const headers = api.received[0]?.headers ?? {};
    expect(headers).toMatchObject({ "x-stack-access-type": "admin", "x-stack-admin-access-token": text });
    expect(Object.keys(headers).filter((name) => name.endsWith("-key"))).toEqual([]);
  });

  it("is refreshed when its token is refused", async () => {
    const renewed = accessToken({ name: "renewed" });
    api.on("GET /things", [
      refusal("ADMIN_ACCESS_TOKEN_EXPIRED", 401, "x", { expired_at_millis: 1 }),
      { body: { done: true } },
    ]);
    api.on("POST /auth/oauth/token", tokenResponse(renewed));
    const { send } = owner({ accessToken: accessToken(), refreshToken: "r1" });
    expect(await send("GET", "/things", "admin")).toEqual({ done: true });
    expect(api.requestsFor("GET /things")[1]?.headers["x-stack-admin-access-token"]).toBe(renewed);
  });

  it("that has ended throws, and sends nothing", async () => {
    const { send } = owner({ accessToken: null, refreshToken: null });
    await expect(send("GET", "/things", "admin")).rejects.toThrow(
      "The session of the project owner has ended. Please sign in again.",
    );
    expect(api.received).toEqual([]);
  });

  it("cannot refresh end users", async () => {
    const { made, host } = owner({ accessToken: accessToken(), refreshToken: "r1" });
    const endUser = new Sessions(host, made).fromTokens({ accessToken: null, refreshToken: "r2" });
    await expect(endUser.accessToken()).rejects.toThrow(
      "Admin session token is currently not supported for fetching new access token. Did you try to log in on a Gatehouse app initiated with the admin session?",
    );
  });
});
