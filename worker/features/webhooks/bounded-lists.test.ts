import { describe, expect, it } from "vitest";
import { maxWalked } from "../../db/bounded-walk";
import { maxCounted, maxSearched } from "../../db/outbox/queries";
import type { EndpointKey } from "../../protocol/endpoint";
import { project, type TestProject } from "../../testing/project";
import { sendRequest } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { endpointOf, webhookToken } from "./webhooks.fixtures";

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
