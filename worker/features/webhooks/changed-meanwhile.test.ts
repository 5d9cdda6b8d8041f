import { describe, expect, it } from "vitest";
import { insertEndpoint } from "../../db/outbox/endpoint-changes";
import { selectProjectId } from "../../db/projects/queries";
import { ifFound } from "../../platform/database";
import type { EndpointKey } from "../../protocol/endpoint";
import { hex, limited } from "../../testing/limited";
import { db, project, type TestProject } from "../../testing/project";
import { sendRequest, type TestResponse } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { endpointOf, record, webhookToken } from "./webhooks.fixtures";

const notFound = { code: "not_found", detail: "Entity not found" };
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** A function that sends requests to the webhooks API of a project, whose token is made before. */
async function requestsOf(p: TestProject) {
  const headers = { authorization: `Bearer ${await webhookToken(p)}` };
  return (path: string, body?: object): Promise<TestResponse> =>
    sendRequest(path.replace(" ", ` /app/${p.id}`) as EndpointKey, { headers, ...(body && { body }) });
}

/** Deletes a project in the moment in which something of it is written to a table. */
async function deletedBefore<T>(p: TestProject, table: string, work: () => Promise<T>): Promise<T> {
  const trigger = `deletes_before_${p.id.replaceAll("-", "")}`;
  await d1
    .prepare(
      `create trigger ${trigger} before insert on ${table} when new.project_id = '${p.id}'
     begin delete from projects where project_id = new.project_id; end`,
    )
    .run();
  try {
    return await work();
  } finally {
    await d1.prepare(`drop trigger ${trigger}`).run();
  }
}

describe("a project that is deleted between a read and a write", () => {
  it.for([
    ["outbox", (id: string) => `POST /endpoint/${id}/send-example`, { eventType: "user.created" }],
    ["webhook_endpoints", () => "POST /endpoint", { url: "https://acme.example/hooks" }],
    ["audit_events", (id: string) => `GET /endpoint/${id}/secret`, undefined],
  ] as const)("404 from what writes to %s", async ([table, path, body], { expect }) => {
    const p = await project();
    const { endpoint } = await endpointOf(p);
    const request = await requestsOf(p);
    const response = await deletedBefore(p, table, () => request(path(endpoint.id), body));
    expect([response.status, response.body]).toEqual([404, notFound]);
  });
});

describe("a project whose rows are being deleted", () => {
  // Race: the project was read, and is marked as deleted before the endpoint is written.
  it("gets no endpoint, though its row is still there", async () => {
    const p = await project();
    const { endpoint } = await endpointOf(p);
    const insert = (id: string) => {
      const row = { projectId: p.id, id, url: endpoint.url, description: "", metadata: {}, createdAt: 1, updatedAt: 1 };
      return db.batch([insertEndpoint(db, row, ifFound(selectProjectId(db, { projectId: p.id })))]);
    };
    expect(await insert("ep_1")).toEqual([[{ id: "ep_1" }]]);
    await d1.prepare("update projects set deleted_at = 1 where project_id = ?").bind(p.id).run();
    expect(await insert("ep_2")).toEqual([[]]);
  });

  it("404 from what adds an endpoint to it", async () => {
    const p = await project();
    const request = await requestsOf(p);
    await d1.prepare("update projects set deleted_at = 1 where project_id = ?").bind(p.id).run();
    const response = await request("POST /endpoint", { url: "https://acme.example/hooks" });
    expect([response.status, response.body]).toEqual([404, notFound]);
  });
});

describe("an endpoint that changes while something is sent to it", () => {
  // Race: what is asked for is read and written in two round trips, between which the endpoint is disabled or deleted.
  it.for([
    ["disabled", 400, "endpoint_disabled"],
    ["deleted", 404, "not_found"],
  ] as const)(
    "%s: %i from the examples that are not queued, 202 from those that are",
    async ([, status, code], { expect }) => {
      for (let round = 0; round < 5; round += 1) {
        const p = await project();
        const { endpoint } = await endpointOf(p);
        const request = await requestsOf(p);
        const path = `/endpoint/${endpoint.id}`;
        const change = status === 400 ? ["PATCH", { disabled: true }] : ["DELETE", undefined];
        const sending = times(10, () => request(`POST ${path}/send-example`, { eventType: "user.created" }));
        const changing = request(`${change[0]} ${path}`, change[1] as object | undefined);
        const responses = await Promise.all(sending);
        await changing;
        for (const response of responses.filter((each) => each.status !== 202)) {
          expect([response.status, response.body.code]).toEqual([status, code]);
        }
        const sent = responses.filter((each) => each.status === 202).length;
        expect((await request("GET /msg")).body.data).toHaveLength(sent);
        const { results } = await d1
          .prepare("select message_id from webhook_deliveries where project_id = ?")
          .bind(p.id)
          .all();
        expect(results).toHaveLength(sent);
      }
    },
  );

  it("202 from the resends that are queued only", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p, { eventTypes: ["team.created"] });
    await record(p);
    const [message] = (await svix.message.list(p.id)).data;
    const request = await requestsOf(p);
    const sending = times(10, () => request(`POST /msg/${message?.id}/endpoint/${endpoint.id}/resend`, {}));
    const changing = request(`PATCH /endpoint/${endpoint.id}`, { disabled: true });
    const responses = await Promise.all(sending);
    await changing;
    const sent = responses.filter(({ status }) => status === 202).length;
    const { results } = await d1
      .prepare("select id from audit_events where project_id = ? and type = 'webhook_message.resent'")
      .bind(p.id)
      .all();
    expect(results).toHaveLength(sent);
  });
});

describe("replays of what an endpoint missed", () => {
  it("429 with `Retry-After` after ten in a minute, of all endpoints of a project together", async () => {
    // Attack: a key has all events of months looked at again and again, on two endpoints by turns and from many addresses. It takes the
    // time of the database from everyone.
    const p = await project();
    const [one, other] = [await endpointOf(p), await endpointOf(p)];
    const authorization = `Bearer ${await webhookToken(p)}`;
    const replay = (index: number) => {
      const { settings, headers } = limited(`2001:db8:${hex()}::1`, { authorization });
      const { id } = (index % 2 ? one : other).endpoint;
      const key = `POST /app/${p.id}/endpoint/${id}/replay-missing` as EndpointKey;
      return sendRequest(key, { settings, headers, body: { since: new Date(0).toISOString() } });
    };
    // More than twice as many as the window has.
    const responses = await Promise.all(times(25, replay));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    expect(refused[0]?.body).toEqual({ code: "rate_limited", detail: "Too many requests. Try again later." });
    const retryAfter = Number(refused[0]?.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it("202 for another project at the same time", async () => {
    // Attack: a stranger's project uses up what others may replay.
    const [busy, p] = [await project(), await project()];
    const replayOf = async (each: TestProject) => {
      const { endpoint } = await endpointOf(each);
      const { settings, headers } = limited(undefined, { authorization: `Bearer ${await webhookToken(each)}` });
      const key = `POST /app/${each.id}/endpoint/${endpoint.id}/replay-missing` as EndpointKey;
      return () => sendRequest(key, { settings, headers, body: { since: new Date(0).toISOString() } });
    };
    await Promise.all(times(12, await replayOf(busy)));
    expect((await (await replayOf(p))()).status).toBe(202);
  });
});
