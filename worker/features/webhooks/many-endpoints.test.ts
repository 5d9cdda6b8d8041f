import { and, eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { maxWalked } from "../../db/bounded-walk";
import { maxCounted, maxSearched } from "../../db/outbox/queries";
import { webhookDeliveries } from "../../db/outbox/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import type { EndpointKey } from "../../protocol/endpoint";
import { db, project, type TestProject } from "../../testing/project";
import { sendRequest } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { copyEndpoints, endpointOf, record, run, webhookToken } from "./webhooks.fixtures";

/** Counts the deliveries of a project, or of one endpoint. */
async function deliveriesOf(p: TestProject, endpointId?: string): Promise<number> {
  const [[row]] = await db.batch([
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.projectId, p.id),
          endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
        ),
      ),
  ]);
  return row?.count ?? 0;
}

afterEach(() => {
  vi.useRealTimers();
});

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `user-${from + at}` }));

describe("events of a project with many endpoints", () => {
  // Evidence: many-endpoints-take-a-bounded-batch
  it("are one row each, and are handed out in batches of a thousand deliveries at most, each in its order", async () => {
    // Attack: a member gets a hundred permissions by default, in a project with a hundred endpoints. The database of all tenants makes ten
    // thousand deliveries in the transaction of one request, which removing and adding the member repeats.
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    await copyEndpoints(p, 99);
    await record(p, numbered(0, 12));
    await record(p, numbered(12, 1));
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([0, 1300]);
    const { dueAt } = await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([1000, 300]);
    expect(dueAt).not.toBeNull();
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([1300, 0]);
    const ids = (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
    expect(new Set(ids)).toEqual(new Set(numbered(0, 13).map(({ id }) => id)));
  });

  // Evidence: waiting-events-stay-within-four-quotas
  it("wait while their deliveries do not fit into four quotas, and are looked at again in a minute", async () => {
    // Attack: an owner's projects have events wait for a hundred endpoints each, which hang. Each event takes little, and each project has room
    // for what it will bring. Then all endpoints respond at once, and their deliveries fill the database of all tenants.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await copyEndpoints(p, 11);
    await record(p, numbered(0, 30));
    await record(p, numbered(30, 30));
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.ceil((bytes + 24 * 600) / 4) });
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([24, 720 - 24]);
    await setQuota(p.id, { maxBytes: 1 });
    await run(p, endpoint);
    const startedAt = Date.now();
    const { dueAt } = await run(p, endpoint);
    expect(await deliveriesOf(p)).toBe(24);
    expect(dueAt).toBeGreaterThanOrEqual(startedAt + 60_000);
    await setQuota(p.id, { maxBytes: null });
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([720, 0]);
  });

  it("go to those that were there and enabled when they happened, behind those that wait already", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    const paused = await svix.endpoint.create(p.id, { url: endpoint.url });
    await svix.endpoint.patch(p.id, paused.id, { disabled: true });
    await copyEndpoints(p, 10);
    const past = "created_at = created_at - 10000 where project_id = ?";
    const disabledBefore = "disabled_at = disabled_at - 20000";
    await d1.prepare(`update webhook_endpoints set ${disabledBefore}, ${past}`).bind(p.id).run();
    await record(p);
    await d1.prepare(`update outbox set ${past}`).bind(p.id).run();
    await d1.prepare("delete from webhook_endpoints where project_id = ? and id like '%-10'").bind(p.id).run();
    const newest = await svix.endpoint.create(p.id, { url: endpoint.url });
    await svix.endpoint.patch(p.id, `${endpoint.id}-9`, { disabled: true });
    await record(p);
    expect(await deliveriesOf(p)).toBe(0);
    await run(p, endpoint);
    const counts = await Promise.all(
      [endpoint.id, `${endpoint.id}-9`, paused.id, newest.id].map((id) => deliveriesOf(p, id)),
    );
    expect(counts).toEqual([2, 1, 0, 1]);
  });

  // Evidence: enabled-later-gets-nothing-of-before
  it("go to one that is enabled again from then on, and as far as it was enabled before", async () => {
    // Attack: an endpoint is disabled, as its receiver is not to have what happens now. It is enabled later, while that still waits, and gets it.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    await copyEndpoints(p, 11);
    const paused = `${endpoint.id}-1`;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    for (const disabled of [false, true, false]) {
      vi.advanceTimersByTime(1000);
      await svix.endpoint.patch(p.id, paused, { disabled });
      await record(p);
    }
    expect(await deliveriesOf(p)).toBe(0);
    await run(p, endpoint);
    expect([await deliveriesOf(p, endpoint.id), await deliveriesOf(p, paused)]).toEqual([3, 2]);
  });
});

const count = 30_000;

/**
 * Stores events without requests, a millisecond apart, each of which was delivered to an endpoint. The oldest alone is of another type, and
 * has failed. Returns the time before it.
 */
async function manyEvents({ id }: TestProject, endpointId: string): Promise<number> {
  const begin = Date.now() - count;
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const statements = [
    `insert into outbox (project_id, id, type, data, created_at, waiting_deliveries)
     ${numbers} select ?1, 'm' || n, iif(n = 1, 'team.created', 'user.updated'), '{}', ?3 + n, 0 from numbers where ?2 <> ''`,
    `insert or replace into webhook_deliveries (project_id, endpoint_id, message_id, subject, created_at, status, expires_at)
     ${numbers} select ?1, ?2, 'm' || n, '', ?3 + n, iif(n = 1, 2, 0), 9e12 from numbers`,
    `insert into webhook_attempts (project_id, id, endpoint_id, message_id, url, status, response_status_code, response,
       response_duration_ms, is_manual, created_at, expires_at)
     ${numbers} select ?1, printf('atmpt_%012x', ?3 + n), ?2, 'm' || n, '', iif(n = 1, 2, 0), 200, '', 1, 0, ?3 + n, 9e12 from numbers`,
  ];
  for (const statement of statements) await d1.prepare(statement).bind(id, endpointId, begin).run();
  return begin;
}

interface Listed {
  ids: string[];
  pages: number;
  maxRead: number;
}

describe("an endpoint of a project with very many events", () => {
  // Evidence: webhook-lists-read-few-rows
  it("is listed and counted by a bounded number of rows a page, whatever is filtered by", async () => {
    // Attack: with two million events, an owner asks for what there is none of, over and over. Each time the database of all tenants
    // looks through all of them.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await manyEvents(p, endpoint.id);
    const headers = { authorization: `Bearer ${await webhookToken(p)}` };
    const read = (path: string, query: Record<string, string> = {}) =>
      sendRequest(`GET /app/${p.id}${path}` as EndpointKey, { headers, query });
    const list = async (path: string, filter: Record<string, string>): Promise<Listed> => {
      const listed: Listed = { ids: [], pages: 0, maxRead: 0 };
      for (let iterator: string | undefined, isDone = false; !isDone; listed.pages++) {
        const { body, cost } = await read(path, { ...filter, ...(iterator && { iterator }) });
        listed.ids.push(...body.data.map(({ id }: { id: string }) => id));
        listed.maxRead = Math.max(listed.maxRead, cost.rowsRead);
        ({ iterator, done: isDone } = body);
      }
      return listed;
    };
    const messages = await list("/msg", { event_types: "team.created" });
    expect([messages.ids, messages.pages]).toEqual([["msg_m1"], 7]);
    const attempts = `/attempt/endpoint/${endpoint.id}`;
    const failed = await list(attempts, { status: "2" });
    expect([failed.ids.length, failed.pages]).toEqual([1, 7]);
    const ofType = await list(attempts, { event_types: "team.created" });
    expect(ofType.ids).toEqual(failed.ids);
    expect(ofType.maxRead).toBeLessThan(5 * maxWalked + 50);
    for (const { maxRead } of [messages, failed]) expect(maxRead).toBeLessThan(4 * maxWalked + 50);
    const stats = await read(`/endpoint/${endpoint.id}/stats`);
    expect(stats.body).toMatchObject({ success: maxCounted, pending: 0, fail: 0 });
    expect(stats.cost.rowsRead).toBeLessThan(3 * maxCounted + 50);
  });

  // Evidence: replays-look-at-few-events
  it("is sent what it misses by requests that look at a bounded number of events each, and say where the next begins", async () => {
    // Attack: an owner has two million events looked at again and again for those that an endpoint has not got, where it has got all.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    const begin = await manyEvents(p, endpoint.id);
    const newest = "where project_id = ? and message_id = ?";
    await d1.prepare(`delete from webhook_deliveries ${newest}`).bind(p.id, `m${count}`).run();
    const headers = { authorization: `Bearer ${await webhookToken(p)}` };
    const key = `POST /app/${p.id}/endpoint/${endpoint.id}/replay-missing` as EndpointKey;
    const begins: (string | null)[] = [new Date(begin).toISOString()];
    for (let since = begins[0]; since; since = begins.at(-1) ?? undefined) {
      const { body, cost } = await sendRequest(key, { headers, body: { since } });
      expect(cost.rowsRead).toBeLessThan(3 * maxSearched + 50);
      begins.push(body.nextSince);
    }
    // Each begins with the last event that the one before has looked at.
    const nth = (number: number) => new Date(begin + number).toISOString();
    expect(begins).toEqual([nth(0), nth(maxSearched), nth(2 * maxSearched - 1), nth(3 * maxSearched - 2), null]);
    const found = d1.prepare(`select is_resent from webhook_deliveries ${newest}`);
    expect(await found.bind(p.id, `m${count}`).first()).toEqual({ is_resent: 1 });
  });

  it("is listed to the end by reading no more rows late than early, and within times by reading no others", async () => {
    // Attack: an owner reads pages from the middle of the list, for each of which the database goes through what is newer.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    const begin = await manyEvents(p, endpoint.id);
    const headers = { authorization: `Bearer ${await webhookToken(p)}` };
    const read = (path: string, query: Record<string, string>) =>
      sendRequest(`GET /app/${p.id}${path}` as EndpointKey, { headers, query });
    let iterator = "";
    for (let page = 0; page < 4; page++) {
      const { body, cost } = await read("/msg", { limit: "50", ...(iterator && { iterator }) });
      expect(body.data).toHaveLength(50);
      expect(cost.rowsRead).toBeLessThan(150);
      iterator = body.iterator;
    }
    const before = new Date(begin + 20).toISOString();
    const early = await read(`/attempt/endpoint/${endpoint.id}`, { before });
    expect([early.body.data.length, early.body.done]).toEqual([19, true]);
    expect(early.cost.rowsRead).toBeLessThan(100);
  });
});
