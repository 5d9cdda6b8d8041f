import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import type { Svix } from "svix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import { sessions } from "../../db/sessions/schema";
import { readSettings } from "../../platform/env";
import type { EndpointKey } from "../../protocol/endpoint";
import { keepEvents } from "../../testing/events";
import { owner } from "../../testing/owner";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { twoRotations } from "../../testing/rotation";
import { sendRequest } from "../../testing/send-request";
import { svixApplication, withSvix } from "../../testing/stand-in-services";
import { readWebhookToken } from "./token";
import { endpointOf, record, run, svixOf, svixWith, webhookToken } from "./webhooks.fixtures";

const hour = 60 * 60 * 1000;
const keySet = expect.objectContaining({ type: "key" });

/** Lists what was done with the webhooks of a project, by the audit log, newest first. */
async function auditOf(p: TestProject, type?: string) {
  const { items } = (await p.admin("GET /internal/audit-events", { query: { ...(type && { type }) } })).body;
  return items.map(({ type, target, details, actor }: Record<string, unknown>) => ({ type, target, details, actor }));
}

/** The id of the one event of a project. */
async function messageId(p: TestProject, svix: Svix): Promise<string> {
  const [message] = (await svix.message.list(p.id, { withContent: false })).data;
  if (!message) throw new Error("No message");
  return message.id;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the audit log of webhooks", () => {
  // Evidence: has-what-sent-again-since-time
  it("has what is sent again, one by one or since a time", async () => {
    // Attack: a stolen key redirects an endpoint, has everything sent to it again, and no trace of that is left.
    const p = await keepEvents(await project());
    await record(p);
    const { endpoint, svix } = await endpointOf(p);
    const id = await messageId(p, svix);
    await svix.messageAttempt.resend(p.id, id, endpoint.id);
    const [since, until] = [new Date(Date.now() - hour), new Date()];
    await svix.endpoint.recover(p.id, endpoint.id, { since, until });
    expect((await auditOf(p)).slice(0, 2)).toEqual([
      {
        type: "webhook_endpoint.recovered",
        target: { type: "webhook_endpoint", id: endpoint.id },
        details: { since: since.toISOString(), until: until.toISOString() },
        actor: keySet,
      },
      {
        type: "webhook_message.resent",
        target: { type: "webhook_message", id },
        details: { endpoint_id: endpoint.id },
        actor: keySet,
      },
    ]);
  });

  it("has that the content of events is read, once an hour, and no reads without it", async () => {
    // Attack: a stolen key reads all that happened to users, and no trace of that is left.
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await keepEvents(await project());
    await record(p);
    const { endpoint, svix } = await endpointOf(p);
    await run(p, endpoint);
    const reads = () => auditOf(p, "webhook_message.read");
    const id = await messageId(p, svix);
    await svix.message.get(p.id, id, { withContent: false });
    await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withMsg: true, withContent: false });
    await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withContent: true });
    await expect(svix.message.get(p.id, `${id}0`, { withContent: true })).rejects.toMatchObject({ code: 404 });
    expect(await reads()).toEqual([]);
    const event = { type: "webhook_message.read", actor: keySet, details: {} };
    const ofAll = { ...event, target: { type: "project", id: p.id } };
    const ofOne = { ...event, target: { type: "webhook_message", id } };
    for (let reads = 0; reads < 2; reads += 1) await svix.message.list(p.id, { withContent: true });
    await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withMsg: true, withContent: true });
    expect(await reads()).toEqual([ofAll]);
    vi.setSystemTime(Date.now() + 1000);
    await svix.message.get(p.id, id, { withContent: true });
    expect(await reads()).toEqual([ofOne, ofAll]);
    vi.setSystemTime(Date.now() + hour);
    const lasting = db.update(internalApiKeys).set({ expiresAt: Date.now() + hour });
    await db.batch([lasting.where(eq(internalApiKeys.projectId, p.id))]);
    const later = svixWith(await webhookToken(p));
    await later.messageAttempt.listByEndpoint(p.id, endpoint.id, { withMsg: true, withContent: true });
    expect(await reads()).toEqual([ofAll, ofOne, ofAll]);
  });

  it("keeps that events are read for as long as the project keeps events", async () => {
    const p = await project({ "audit.retentionDays": 40 });
    await svixWith(await webhookToken(p)).message.list(p.id, { withContent: true });
    const ofReads = and(eq(auditEvents.projectId, p.id), eq(auditEvents.type, "webhook_message.read"));
    const [[event]] = await db.batch([db.select().from(auditEvents).where(ofReads)]);
    expect((event?.expiresAt ?? 0) - (event?.createdAt ?? 0)).toBe(40 * 24 * hour);
  });

  // Evidence: has-address-key-used-read-events
  it("has each address that a key is used from to read events", async () => {
    // Attack: what an application reads every minute hides who reads with its stolen key.
    const p = await project();
    const token = await webhookToken(p);
    for (const ip of ["203.0.113.7", "203.0.113.7", "198.51.100.1"]) {
      const headers = { authorization: `Bearer ${token}`, "cf-connecting-ip": ip };
      expect((await sendRequest(`GET /app/${p.id}/msg` as EndpointKey, { headers })).status).toBe(200);
    }
    const query = { type: "webhook_message.read" as const };
    const { items } = (await p.admin("GET /internal/audit-events", { query })).body;
    expect(items.map(({ ip_address: ip }: { ip_address: string }) => ip).sort()).toEqual([
      "198.51.100.1",
      "203.0.113.7",
    ]);
  });

  it("has the owner who reads events, and no read that is refused because they have signed out", async () => {
    const me = await owner();
    const body = { display_name: "Acme", owner_team_id: me.teamId };
    const { id } = (await me.client("POST /internal/projects", { body })).body;
    const headers = {
      "x-stack-project-id": id,
      "x-stack-access-type": "admin",
      "x-stack-admin-access-token": me.token,
    };
    const { token } = (await sendRequest("POST /webhooks/svix-token", { headers, body: {} })).body;
    const read = () => svixWith(token).message.list(id, { withContent: true });
    const clearLog = () => db.batch([db.delete(auditEvents).where(eq(auditEvents.projectId, id))]);
    const log = async () => (await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, id))]))[0];
    await clearLog();
    await read();
    expect(await log()).toMatchObject([{ type: "webhook_message.read", actorType: "owner", actorId: me.userId }]);
    await clearLog();
    await db.batch([db.delete(sessions).where(eq(sessions.userId, me.userId))]);
    await expect(read()).rejects.toMatchObject({ code: 401 });
    expect(await log()).toEqual([]);
  });
});

const key = "POST /webhooks/svix-token";

describe(`${key} where Svix sends the webhooks`, () => {
  it("201 with a token of Svix for the project's application there, which is made once", async () => {
    const p = await project();
    for (const _ of [1, 2]) {
      const response = await p.admin(key, { body: {}, settings: withSvix() });
      expect([response.status, response.body, response.cost.d1]).toEqual([201, { token: `appsk_${p.id}` }, 2]);
    }
    expect(await svixApplication(p.id)).toMatchObject({ name: "Test project", messages: [] });
  });

  it("201 leaves an event: what is done with the token at Svix leaves none", async () => {
    // Attack: a stolen key takes the secrets of the webhooks at Svix, and no trace of it is left.
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    const { items } = (await p.admin("GET /internal/audit-events")).body;
    expect(items).toMatchObject([{ type: "webhooks_token.created", target: null, actor: { type: "key" } }]);
  });

  it("502 when Svix refuses the key, or responds with something else, and nothing of what it said", async () => {
    const p = await project();
    for (const settings of [{ SVIX_API_KEY: "wrong" }, withSvix("broken")]) {
      const response = await p.admin(key, { body: {}, settings });
      expectPlainError(response, 502, "Svix did not respond as expected. Try again later.");
    }
  });
});

describe("events where Svix sends the webhooks", () => {
  it("are given to Svix, each once, by the id that receivers see", async () => {
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    await record(p, [{ id: "ada" }]);
    const endpoint = { id: "svix" };
    await run(p, endpoint, withSvix());
    const { messages = [] } = await svixApplication(p.id);
    expect(messages).toEqual([
      {
        eventType: "user.updated",
        eventId: expect.stringMatching(/^msg_/),
        payload: { type: "user.updated", data: { id: "ada" } },
      },
    ]);
    expect((await run(p, endpoint, withSvix())).dueAt).toBeNull();
  });

  it("wait while Svix does not take them, or is not configured, and are in no list of our own", async () => {
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    await record(p);
    for (const settings of [undefined, { SVIX_API_KEY: "wrong" }]) {
      expect((await run(p, { id: "svix" }, settings)).dueAt).toBeGreaterThan(Date.now());
    }
    expect((await svixApplication(p.id)).messages).toEqual([]);
    expect((await (await svixOf(p)).endpoint.list(p.id)).data).toEqual([]);
  });
});

describe(key, () => {
  it("201 with a token for the project, in one round trip and without an event, as to open the dashboard's section", async () => {
    const p = await project();
    const { status, body, cost } = await p.admin(key, { body: {} });
    expect([status, cost.d1, Object.keys(body)]).toEqual([201, 1, ["token"]]);
    expect((await p.admin("GET /internal/audit-events")).body.items).toEqual([]);
    const read = await readWebhookToken(readSettings(env), body.token);
    expect(read).toMatchObject({ projectId: p.id, actor: { type: "key", sessionId: null } });
  });

  it("400 SCHEMA_ERROR for any field", async () => {
    const p = await project();
    expectError(await p.admin(key, { body: { expiry: 1e9 } }), 400, "SCHEMA_ERROR");
  });

  it("201 with a token that a rotation of the root secret does not end", async () => {
    const { first, second } = twoRotations();
    const p = await project();
    const { token } = (await p.admin(key, { body: {}, settings: first })).body;
    expect(await readWebhookToken(readSettings({ ...env, ...second }), token)).toMatchObject({ projectId: p.id });
    expect(await readWebhookToken(readSettings(env), token)).toBeUndefined();
  });
});
