import { and, eq } from "drizzle-orm";
import type { Svix } from "svix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import { sessions } from "../../db/sessions/schema";
import type { EndpointKey } from "../../protocol/endpoint";
import { keepEvents } from "../../testing/events";
import { owner } from "../../testing/owner";
import { db, project, type TestProject } from "../../testing/project";
import { sendRequest } from "../../testing/send-request";
import { endpointOf, record, run, svixWith, webhookToken } from "./webhooks.fixtures";

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
