import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { ApiException, type Svix, Webhook } from "svix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { teamMemberships } from "../../db/memberships/schema";
import { sessions } from "../../db/sessions/schema";
import { readSettings } from "../../platform/env";
import { deriveBytes } from "../../platform/server-secret";
import type { EndpointKey } from "../../protocol/endpoint";
import { keepEvents } from "../../testing/events";
import { passMinute, stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { db, deployedAt, project, type TestProject, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { twoRotations } from "../../testing/rotation";
import { sendRequest } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { accessToken, bareUser } from "../../testing/tokens";
import { resealWebhookSecrets } from "./jobs";
import { endpointOf, record, run, svixOf, svixWith, webhookToken } from "./webhooks.fixtures";

const hour = 60 * 60 * 1000;
const url = "https://receiver.example.net/x/accept";

/** Returns what a call of the library is refused with. */
async function refusal(call: Promise<unknown>): Promise<{ code: number; body: unknown }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiException)) throw new Error(`Not refused: ${error}`);
  return { code: error.code, body: error.body };
}

const notFound = { code: 404, body: { code: "not_found", detail: "Entity not found" } };
const unauthorized = { code: 401, body: { code: "authentication_failed", detail: "Invalid token" } };

/** A request to this API beside the library. */
function request(
  token: string,
  key: string,
  { body, settings }: { body?: unknown; settings?: Record<string, string> } = {},
) {
  const headers = { authorization: `Bearer ${token}` };
  return sendRequest(key as EndpointKey, { headers, body, ...(settings && { settings }) });
}

/** Lists what was done in a project, by the audit log, newest first. */
async function auditOf(p: TestProject) {
  const { items } = (await p.admin("GET /internal/audit-events")).body;
  return items.map(({ type, target, details, actor }: Record<string, unknown>) => ({ type, target, details, actor }));
}

afterEach(() => {
  vi.useRealTimers();
});

describe("endpoints, by the svix library", () => {
  it("are created, read, changed, listed and deleted", async () => {
    const p = await project();
    const svix = await svixOf(p);
    const made = await svix.endpoint.create(p.id, {
      url,
      description: "CRM",
      eventTypes: ["user.created", "user.created"],
      metadata: { team: "sales" },
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^ep_[0-9a-f]{32}$/),
      url,
      description: "CRM",
      disabled: false,
      eventTypes: ["user.created"],
      metadata: { team: "sales" },
    });
    expect(await svix.endpoint.get(p.id, made.id)).toEqual(made);
    const patched = await svix.endpoint.patch(p.id, made.id, { description: "", disabled: true });
    expect(patched).toEqual({ ...made, description: "", disabled: true, updatedAt: patched.updatedAt });
    const put = await svix.endpoint.upsert(p.id, made.id, { url: "https://elsewhere.example.net/?a=b" });
    expect(put).toMatchObject({
      url: "https://elsewhere.example.net/?a=b",
      eventTypes: null,
      disabled: false,
      metadata: {},
    });
    const second = await svix.endpoint.create(p.id, { url, disabled: true });
    const newest = await svix.endpoint.list(p.id, { limit: 1 });
    expect(newest).toMatchObject({ data: [{ id: second.id, disabled: true }], done: false, iterator: second.id });
    const rest = await svix.endpoint.list(p.id, { limit: 1, iterator: newest.iterator });
    expect(rest).toMatchObject({ data: [{ id: made.id }], done: true });
    await svix.endpoint.delete(p.id, made.id);
    expect(await refusal(svix.endpoint.get(p.id, made.id))).toEqual(notFound);
    expect((await svix.endpoint.list(p.id)).data.map(({ id }) => id)).toEqual([second.id]);
    const target = { type: "webhook_endpoint", id: made.id };
    expect(
      (await auditOf(p)).filter((event: { target: { id: string } | null }) => event.target?.id === made.id),
    ).toEqual([
      { type: "webhook_endpoint.deleted", target, details: {}, actor: expect.objectContaining({ type: "key" }) },
      {
        type: "webhook_endpoint.updated",
        target,
        details: {
          changed: ["url", "description", "eventTypes", "metadata", "disabled"],
          url_host: { before: "receiver.example.net", after: "elsewhere.example.net" },
        },
        actor: expect.objectContaining({ type: "key" }),
      },
      expect.objectContaining({ details: { changed: ["description", "disabled"] } }),
      expect.objectContaining({ type: "webhook_endpoint.created", details: { url_host: "receiver.example.net" } }),
    ]);
  });

  it("have a secret of their own, or the one that they are created with; a new one signs beside the old for a day", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    const before = (await svix.endpoint.getSecret(p.id, endpoint.id)).key;
    expect(before).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await svix.endpoint.rotateSecret(p.id, endpoint.id, {});
    const after = (await svix.endpoint.getSecret(p.id, endpoint.id)).key;
    expect(after).not.toBe(before);
    await record(p);
    await run(p, endpoint);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * hour });
    await record(p);
    await run(p, endpoint);
    const [overlapping, later] = await receiver.received();
    vi.useRealTimers();
    for (const secret of [before, after])
      new Webhook(secret).verify(overlapping?.body ?? "", overlapping?.headers ?? {});
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * hour });
    new Webhook(after).verify(later?.body ?? "", later?.headers ?? {});
    expect(() => new Webhook(before).verify(later?.body ?? "", later?.headers ?? {})).toThrow("No matching signature");
    vi.useRealTimers();
    const own = `whsec_${btoa("x".repeat(32))}`;
    const { id } = await svix.endpoint.create(p.id, { url, secret: own });
    expect(await svix.endpoint.getSecret(p.id, id)).toEqual({ key: own });
    await svix.endpoint.rotateSecret(p.id, id, { key: before });
    expect(await svix.endpoint.getSecret(p.id, id)).toEqual({ key: before });
  });

  // Evidence: have-secrets-sealed-where-they-stored
  it("have their secrets sealed where they are stored, and in no list, log or other response", async () => {
    // Attack: reading the database, the audit log or a list, to sign webhooks that receivers believe.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    const { key } = await svix.endpoint.getSecret(p.id, endpoint.id);
    const secret = key.slice("whsec_".length);
    const { results } = await d1.prepare("select * from webhook_endpoints where project_id = ?").bind(p.id).all();
    expect(results).toMatchObject([{ sealed_secrets: expect.stringMatching(/^sealed:v2:/) }]);
    const shown = [
      results,
      await svix.endpoint.list(p.id),
      await svix.endpoint.get(p.id, endpoint.id),
      await auditOf(p),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it("keep their secrets when the root secret is rotated, once a sweep has sealed them anew", async () => {
    const { first, second } = twoRotations();
    const p = await project();
    const tokenUnder = async (settings: Record<string, string>) =>
      (await p.admin("POST /webhooks/svix-token", { body: {}, settings })).body.token;
    const token = await tokenUnder(first);
    const { id } = (await request(token, `POST /app/${p.id}/endpoint`, { body: { url }, settings: first })).body;
    const secretUnder = async (settings: Record<string, string>) =>
      request(await tokenUnder(settings), `GET /app/${p.id}/endpoint/${id}/secret`, { settings });
    const { key } = (await secretUnder(first)).body;
    const { SERVER_SECRET_PREVIOUS: _, ...promoted } = second;
    expect((await secretUnder(promoted)).status).toBe(409);
    while ((await stepOf(resealWebhookSecrets, second)).outcome === "more");
    expect((await secretUnder(promoted)).body).toEqual({ key });
  });

  it("409 for more than 100, however many are created at once", async () => {
    // Attack: endpoints without end, each of which takes part in every change of the project.
    const p = await project();
    const svix = await svixOf(p);
    const create = () => svix.endpoint.create(p.id, { url, disabled: true });
    await Promise.all(Array.from({ length: 98 }, create));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, create));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const detail = "A project has at most 100 endpoints";
    expect(await refusal(create())).toEqual({ code: 409, body: { code: "conflict", detail } });
    expect((await svix.endpoint.list(p.id, { limit: 250 })).data).toHaveLength(100);
  });

  it("422 in the form of Svix for what is wrong, and for what is not served", async () => {
    const p = await project();
    const svix = await svixOf(p);
    const wrong = [
      [{ url: "receiver" }, "url"],
      [{ url: "ftp://receiver.example.net" }, "url"],
      [{ url: "https://user:password@receiver.example.net" }, "url"],
      [{ url: `${url}?${"a".repeat(2000)}` }, "url"],
      [{ url, eventTypes: ["user.exploded"] }, "eventTypes"],
      [{ url, secret: "whsec_" }, "secret"],
      [{ url, secret: "whsk_MIG" }, "secret"],
      [{ url, secret: `whsec_${btoa("too short")}` }, "secret"],
      [{ url, throttleRate: 1 }, "throttleRate"],
      [{ url, channels: ["a"] }, "channels"],
      [{ url, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, ""])) }, "metadata"],
    ] as const;
    for (const [body, field] of wrong) {
      const { code, body: error } = await refusal(svix.endpoint.create(p.id, body as never));
      expect([code, (error as { detail: { loc: string[] }[] }).detail[0]?.loc.slice(0, 2)]).toEqual([
        422,
        ["body", field],
      ]);
    }
    const token = await webhookToken(p);
    const msgOf = async (body: object) => (await request(token, `POST /app/${p.id}/endpoint`, { body })).body.detail;
    const msg = "This field of Svix is not served here";
    expect(await msgOf({ url, channels: ["a"], transformation: {} })).toEqual(
      ["channels", "transformation"].map((name) => ({ loc: ["body", name], msg, type: "value_error" })),
    );
    expect(await msgOf({ url: "ftp://receiver.example.net" })).toMatchObject([
      { msg: "The address must begin with https:// or http://" },
    ]);
    const list = await request(token, `GET /app/${p.id}/endpoint?limit=251`);
    expect([list.status, list.body.detail[0].loc]).toEqual([422, ["query", "limit"]]);
    const text = await sendRequest(`POST /app/${p.id}/endpoint` as EndpointKey, {
      headers: { authorization: `Bearer ${token}`, "content-type": "text/html" },
      body: "<",
    });
    expect([text.status, text.body.code]).toEqual([400, "invalid_body"]);
    const unknown = await request(token, `POST /app/${p.id}/integration`, { body: {} });
    expect([unknown.status, unknown.body]).toEqual([404, notFound.body]);
  });

  it("take one round trip to read, two to change and to read a secret", async () => {
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await record(p);
    const [message] = (await (await svixOf(p)).message.list(p.id)).data;
    const token = await webhookToken(p);
    const costs = [
      ["GET /endpoint", undefined, 1],
      [`GET /endpoint/${endpoint.id}`, undefined, 1],
      [`GET /endpoint/${endpoint.id}/secret`, undefined, 2],
      ["POST /endpoint", { url }, 2],
      [`PATCH /endpoint/${endpoint.id}`, { description: "x" }, 2],
      [`POST /endpoint/${endpoint.id}/secret/rotate`, {}, 2],
      [`POST /endpoint/${endpoint.id}/recover`, { since: new Date(0).toISOString() }, 2],
      [`POST /endpoint/${endpoint.id}/replay-missing`, { since: new Date(0).toISOString() }, 3],
      ["GET /msg", undefined, 1],
      [`GET /msg/${message?.id}`, undefined, 1],
      [`POST /msg/${message?.id}/endpoint/${endpoint.id}/resend`, {}, 2],
      [`GET /attempt/endpoint/${endpoint.id}?with_msg=true`, undefined, 2],
      [`DELETE /endpoint/${endpoint.id}`, undefined, 2],
    ] as const;
    for (const [key, body, d1] of costs) {
      const response = await request(token, key.replace(" ", ` /app/${p.id}`), { body });
      expect([key, response.status < 300, response.cost.d1]).toEqual([key, true, d1]);
    }
  });
});

describe("events and attempts, by the svix library", () => {
  it("are listed newest first, page by page, with what was sent and what came back", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    await record(p, [{ id: "a" }, { id: "b" }, { id: "c" }]);
    await record(p, [{ id: "t" }], "team.created");
    await run(p, endpoint);
    const first = await svix.message.list(p.id, { limit: 3, withContent: true });
    const second = await svix.message.list(p.id, { limit: 3, iterator: first.iterator, withContent: true });
    expect([first.done, second.done]).toEqual([false, true]);
    const ids = [...first.data, ...second.data].map(({ payload }) => payload.data.id);
    expect(ids).toEqual(["t", "c", "b", "a"]);
    const teams = await svix.message.list(p.id, { eventTypes: ["team.created", "team.deleted"] });
    expect(teams.data).toMatchObject([{ eventType: "team.created", payload: {} }]);
    const future = new Date(Date.now() + hour);
    expect((await svix.message.list(p.id, { after: future })).data).toEqual([]);
    expect((await svix.message.list(p.id, { before: future })).data).toHaveLength(4);
    const [message] = first.data;
    if (!message) throw new Error("No message");
    expect(await svix.message.get(p.id, message.id, { withContent: true })).toEqual(message);

    const attempts = await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, {
      limit: 3,
      withMsg: true,
      withContent: true,
    });
    expect([attempts.data.length, attempts.done]).toEqual([3, false]);
    expect(attempts.data[0]).toMatchObject({
      msgId: expect.stringMatching(/^msg_/),
      msg: { id: attempts.data[0]?.msgId },
      status: 0,
      statusText: "success",
      response: "thanks",
      triggerType: 0,
    });
    const ofMessage = await svix.messageAttempt.listByMsg(p.id, message.id, {
      endpointId: endpoint.id,
      withContent: true,
    });
    expect(ofMessage.data).toHaveLength(1);
    expect(await svix.messageAttempt.get(p.id, message.id, ofMessage.data[0]?.id ?? "")).toEqual(ofMessage.data[0]);
    expect((await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { status: 2 })).data).toEqual([]);
    expect(await svix.endpoint.getStats(p.id, endpoint.id)).toEqual({
      success: 4,
      pending: 0,
      sending: 0,
      fail: 0,
      canceled: 0,
    });
  });

  it("are sent again one by one, to endpoints that they were not sent to as well", async () => {
    const p = await keepEvents(await project());
    await record(p, [{ id: "from before" }]);
    const { endpoint, receiver, svix } = await endpointOf(p);
    const [message] = (await svix.message.list(p.id)).data;
    const resend = () => svix.messageAttempt.resend(p.id, message?.id ?? "", endpoint.id);
    await resend();
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
    await resend();
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(2), { timeout: 30_000 });
    const received = await receiver.received();
    expect(received.map(({ headers }) => headers["svix-id"])).toEqual([message?.id, message?.id]);
    await vi.waitFor(async () => {
      const { data } = await svix.messageAttempt.listByMsg(p.id, message?.id ?? "");
      expect(data.map(({ triggerType, status }) => [triggerType, status])).toEqual([
        [1, 0],
        [1, 0],
      ]);
    }, 30_000);
  });

  it("are sent again also when that is asked for while they are being sent", async () => {
    const p = await keepEvents(await project());
    const { endpoint, receiver, svix } = await endpointOf(p, { behaviour: "hang-midway" });
    await record(p);
    const [message] = (await svix.message.list(p.id)).data;
    const sending = run(p, endpoint);
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
    await svix.messageAttempt.resend(p.id, message?.id ?? "", endpoint.id);
    await receiver.behave("accept");
    expect((await sending).dueAt).not.toBeNull();
    // After a run of some seconds its endpoint rests.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await run(p, endpoint);
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(2), { timeout: 30_000 });
  });

  it("that have failed are all sent again since a time, and none that was accepted", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    await record(p, [{ id: "accepted" }]);
    await run(p, endpoint);
    await record(p, [{ id: "a" }, { id: "b" }]);
    await d1
      .prepare("update webhook_deliveries set status = 2, next_attempt_at = null where project_id = ? and status = 1")
      .bind(p.id)
      .run();
    await svix.endpoint.recover(p.id, endpoint.id, { since: new Date(Date.now() + hour) });
    const recovered = await svix.endpoint.recover(p.id, endpoint.id, { since: new Date(Date.now() - hour) });
    expect(recovered).toMatchObject({ status: "finished", task: "endpoint.recover" });
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(3), { timeout: 30_000 });
    const ids = (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
    expect(ids.sort()).toEqual(["a", "accepted", "b"]);
  });

  it("wait while their endpoint is disabled; what happens meanwhile is not sent", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    await record(p, [{ id: "waits" }]);
    await svix.endpoint.patch(p.id, endpoint.id, { disabled: true });
    await record(p, [{ id: "meanwhile" }]);
    await run(p, endpoint);
    expect(await receiver.received()).toEqual([]);
    const [message] = (await svix.message.list(p.id)).data;
    const disabled = { code: 400, body: { code: "endpoint_disabled", detail: "The endpoint is disabled" } };
    expect(await refusal(svix.messageAttempt.resend(p.id, message?.id ?? "", endpoint.id))).toEqual(disabled);
    expect(await refusal(svix.endpoint.recover(p.id, endpoint.id, { since: new Date(0) }))).toEqual(disabled);
    await svix.endpoint.patch(p.id, endpoint.id, { disabled: false });
    await passMinute();
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
    expect((await receiver.received()).map(({ body }) => JSON.parse(body).data.id)).toEqual(["waits"]);
  });

  it("have the twelve types of the contract, and the one of low balances", async () => {
    const p = await project();
    const svix = await svixOf(p);
    const { data, done } = await svix.eventType.list();
    expect([data.length, done, data[0]?.name]).toEqual([13, true, "user.created"]);
    expect(await svix.eventType.get("team.deleted")).toMatchObject({ name: "team.deleted", archived: false });
    expect(await refusal(svix.eventType.get("constructor"))).toEqual(notFound);
  });
});

describe("a token", () => {
  /** Every request of the library that an id of another project could go into. */
  const calls: Record<
    string,
    (svix: Svix, app: string, ids: { endpoint: string; message: string; attempt: string }) => Promise<unknown>
  > = {
    "endpoint.get": (svix, app, { endpoint }) => svix.endpoint.get(app, endpoint),
    "endpoint.patch": (svix, app, { endpoint }) => svix.endpoint.patch(app, endpoint, { disabled: true }),
    "endpoint.upsert": (svix, app, { endpoint }) => svix.endpoint.upsert(app, endpoint, { url }),
    "endpoint.delete": (svix, app, { endpoint }) => svix.endpoint.delete(app, endpoint),
    "endpoint.getSecret": (svix, app, { endpoint }) => svix.endpoint.getSecret(app, endpoint),
    "endpoint.rotateSecret": (svix, app, { endpoint }) => svix.endpoint.rotateSecret(app, endpoint, {}),
    "endpoint.recover": (svix, app, { endpoint }) => svix.endpoint.recover(app, endpoint, { since: new Date(0) }),
    "endpoint.replayMissing": (svix, app, { endpoint }) =>
      svix.endpoint.replayMissing(app, endpoint, { since: new Date(0) }),
    "endpoint.getStats": (svix, app, { endpoint }) => svix.endpoint.getStats(app, endpoint),
    "messageAttempt.listByEndpoint": (svix, app, { endpoint }) => svix.messageAttempt.listByEndpoint(app, endpoint),
    "message.get": (svix, app, { message }) => svix.message.get(app, message),
    "messageAttempt.listByMsg": (svix, app, { message }) => svix.messageAttempt.listByMsg(app, message),
    "messageAttempt.get": (svix, app, { message, attempt }) => svix.messageAttempt.get(app, message, attempt),
    "messageAttempt.resend": (svix, app, { message, endpoint }) => svix.messageAttempt.resend(app, message, endpoint),
  };

  // Evidence: another-project-s-ids
  it.each(Object.entries(calls))("404 for another project's ids: %s", async (_, call) => {
    // Attack: an administrator of one project reads or changes the webhooks of another by its ids, in either way of asking.
    const [mine, other] = [await project(), await project()];
    const [attacker, victim] = [await svixOf(mine), await endpointOf(other)];
    await record(other);
    await run(other, victim.endpoint);
    const [attempt] = (await victim.svix.messageAttempt.listByEndpoint(other.id, victim.endpoint.id)).data;
    const ids = { endpoint: victim.endpoint.id, message: attempt?.msgId ?? "", attempt: attempt?.id ?? "" };
    await call(victim.svix, other.id, ids).catch((error: unknown) => {
      throw new Error(`It does not work for its own project: ${error}`);
    });
    for (const app of [mine.id, other.id]) expect(await refusal(call(attacker, app, ids))).toEqual(notFound);
  });

  it("404 in a list of another project, and for a project that is deleted", async () => {
    const [mine, other] = [await project(), await project()];
    const svix = await svixOf(mine);
    for (const list of [svix.endpoint.list(other.id), svix.message.list(other.id)]) {
      expect(await refusal(list)).toEqual(notFound);
    }
    expect((await mine.admin("DELETE /internal/projects/current")).status).toBe(200);
    expect(await refusal(svix.endpoint.list(mine.id))).toEqual(notFound);
    expect(await refusal(svix.endpoint.create(mine.id, { url }))).toEqual(notFound);
  });

  // Evidence: after-hour-other-text
  it("401 after an hour, and for every other text", async () => {
    // Attack: the token of a user, of another kind or of the attacker's own making administers webhooks.
    const p = await project();
    const svix = await svixOf(p);
    const userId = await bareUser(p.id);
    const claims = { act: { type: "key", id: "configured", sessionId: null, impersonatedIn: null } };
    const signed = (key: Uint8Array, audience: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(p.id)
        .setAudience(audience)
        .setExpirationTime("1h")
        .sign(key);
    const own = await deriveBytes(readSettings(env).serverSecrets.current, "gatehouse/webhook-token", 32);
    const [header, payload] = (await webhookToken(p)).split(".");
    const unsigned = [btoa(JSON.stringify({ alg: "none" })).replaceAll("=", ""), payload, ""].join(".");
    const tokens = [
      "",
      "x",
      p.keys.admin,
      await accessToken(p.id, userId),
      await signed(new TextEncoder().encode(p.keys.admin), "gatehouse/webhooks"),
      await signed(own, p.id),
      unsigned,
      `${header}.${payload}.`,
    ];
    expect((await request(await signed(own, "gatehouse/webhooks"), `GET /app/${p.id}/endpoint`)).status).toBe(200);
    for (const token of tokens.filter(Boolean)) {
      expect(await refusal(svixWith(token).endpoint.list(p.id)), token).toEqual(unauthorized);
    }
    expect((await sendRequest(`GET /app/${p.id}/endpoint` as EndpointKey)).body).toEqual(unauthorized.body);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour + 1000 });
    expect(await refusal(svix.endpoint.list(p.id))).toEqual(unauthorized);
  });

  // Evidence: once-keys-made-revoked
  it("401 once the keys that it was made with are revoked", async () => {
    // Attack: a leaked admin key makes a token before it is revoked, and plants an endpoint that gets all events from then on.
    const p = await project();
    const body = {
      description: "Leaked",
      expires_at_millis: Date.now() + 24 * hour,
      has_publishable_client_key: false,
      has_secret_server_key: false,
      has_super_secret_admin_key: true,
    };
    const leaked = (await p.admin("POST /internal/api-keys", { body })).body;
    const headers = tierHeaders(p.id, "admin", leaked.super_secret_admin_key);
    const svix = svixWith((await sendRequest("POST /webhooks/svix-token", { headers, body: {} })).body.token);
    const { id } = await svix.endpoint.create(p.id, { url });
    const params = { api_key_id: leaked.id };
    expect((await p.admin("PATCH /internal/api-keys/{api_key_id}", { params, body: { revoked: true } })).status).toBe(
      200,
    );
    const calls = [
      svix.endpoint.create(p.id, { url }),
      svix.endpoint.getSecret(p.id, id),
      svix.message.list(p.id),
      svix.endpoint.delete(p.id, id),
    ];
    expect(await Promise.all(calls.map(refusal))).toEqual(calls.map(() => unauthorized));
    expect((await (await svixOf(p)).endpoint.list(p.id)).data).toHaveLength(1);
  });

  // Evidence: once-owner-made-has-signed-out
  it("401 once the owner that made it has signed out, or has left the team", async () => {
    // Attack: who has used an owner's browser, or was an owner, administers the webhooks for an hour more.
    const create = async () => {
      const me = await owner();
      const body = { display_name: "Acme", owner_team_id: me.teamId };
      const { id } = (await me.client("POST /internal/projects", { body })).body;
      const headers = {
        "x-stack-project-id": id,
        "x-stack-access-type": "admin",
        "x-stack-admin-access-token": me.token,
      };
      const { token } = (await sendRequest("POST /webhooks/svix-token", { headers, body: {} })).body;
      await svixWith(token).endpoint.create(id, { url });
      return { me, list: () => svixWith(token).endpoint.list(id) };
    };
    const [first, second] = [await create(), await create()];
    await db.batch([db.delete(sessions).where(eq(sessions.userId, first.me.userId))]);
    expect(await refusal(first.list())).toEqual(unauthorized);
    await db.batch([db.delete(teamMemberships).where(eq(teamMemberships.userId, second.me.userId))]);
    expect(await refusal(second.list())).toEqual(unauthorized);
  });

  // Evidence: other-endpoint-place-any-credential
  it("401 and 400 at every other endpoint, in the place of any credential", async () => {
    // Attack: a token for webhooks, which a dashboard's page has, is used as a key or as an owner.
    const p = await project();
    const token = await webhookToken(p);
    const users = "GET /users";
    expectError(
      await sendRequest(users, { headers: tierHeaders(p.id, "admin", token) }),
      401,
      "INVALID_SUPER_SECRET_ADMIN_KEY",
    );
    expectError(
      await sendRequest(users, { headers: tierHeaders(p.id, "server", token) }),
      401,
      "INVALID_SECRET_SERVER_KEY",
    );
    expectError(
      await sendRequest(users, { headers: { authorization: `Bearer ${token}` } }),
      400,
      "ACCESS_TYPE_REQUIRED",
    );
    const asUser = await p.client("GET /users/me", { headers: { "x-stack-access-token": token } });
    expectError(asUser, 401, "UNPARSABLE_ACCESS_TOKEN");
    const asOwner = { ...tierHeaders(p.id, "admin", ""), "x-stack-admin-access-token": token };
    expect((await sendRequest(users, { headers: asOwner })).status).toBe(401);
  });
});

describe("an address", () => {
  const deployed = { ...deployedAt("https://api.example.com"), WEB_URL: "https://www.example.com" };

  it("is refused where it is set, and where one from before is to be sent to", async () => {
    // Attack: a project's owner has the instance's network, or a cloud's metadata service, respond into their list of attempts.
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    const token = await webhookToken(p);
    const local = { url: "https://169.254.169.254/latest/meta-data" };
    for (const key of ["POST /endpoint", `PATCH /endpoint/${endpoint.id}`, `PUT /endpoint/${endpoint.id}`]) {
      const response = await request(token, key.replace(" ", ` /app/${p.id}`), { body: local, settings: deployed });
      expect([response.status, response.body.detail[0].loc]).toEqual([422, ["body", "url"]]);
    }
    await svix.endpoint.patch(p.id, endpoint.id, { url: receiver.url().replace("https:", "http:") });
    await record(p);
    await run(p, endpoint, deployed);
    expect(await receiver.received()).toEqual([]);
    const [attempt] = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withContent: true })).data;
    expect(attempt).toMatchObject({
      status: 2,
      responseStatusCode: 0,
      response: expect.stringContaining("Nothing was sent"),
    });
  });

  it("may be one of this machine in development", async () => {
    const p = await project();
    const svix = await svixOf(p);
    expect((await svix.endpoint.create(p.id, { url: "http://localhost:1234/" })).url).toBe("http://localhost:1234/");
  });
});
