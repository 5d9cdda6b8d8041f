import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook } from "svix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { recordEvents } from "../../db/outbox/changes";
import { leaseEndpoint, queueDueEndpoints, queueNextEndpoint, releaseEndpoint } from "../../db/outbox/endpoint-changes";
import { selectAttempts, selectDueDeliveries, selectMessages } from "../../db/outbox/queries";
import { webhookDeliveries } from "../../db/outbox/schema";
import { projects } from "../../db/projects/schema";
import { newId } from "../../platform/secrets";
import { openTools } from "../../platform/tools";
import { eventsOf, keepEvents } from "../../testing/events";
import { passMinute, stepOf } from "../../testing/jobs";
import { planOf } from "../../testing/measured-databases";
import { db, project, type TestProject } from "../../testing/project";
import { d1 } from "../../testing/shards";
import type { ReceivedWebhook } from "../../testing/stand-in-services";
import { queueAnnounced } from "./index";
import { sweepWebhookRows, sweepWebhooks } from "./jobs";
import { endpointOf, record, run } from "./webhooks.fixtures";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Moves the clock; nothing waits. */
function travel(millis: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + millis });
}

const dataOf = (received: ReceivedWebhook[]) => received.map(({ body }) => JSON.parse(body).data);

async function deliveriesOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(webhookDeliveries).where(eq(webhookDeliveries.projectId, p.id))]);
  return rows;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("an event", () => {
  // Evidence: sent-after-change-signed-svix-standard
  it("is sent after its change, signed as svix and Standard Webhooks verify it", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    const user = await p.server("POST /users", { body: { display_name: "Ada 👋" } });
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
    const [received] = await receiver.received();
    const { headers = {}, body = "" }: Partial<ReceivedWebhook> = received ?? {};
    const { key } = await svix.endpoint.getSecret(p.id, endpoint.id);
    const expected = {
      type: "user.created",
      data: expect.objectContaining({ id: user.body.id, display_name: "Ada 👋" }),
    };
    new Webhook(key).verify(body, headers);
    expect(new StandardWebhook(key).verify(body, headers)).toEqual(expected);
    expect(JSON.parse(body)).toEqual(expected);
    expect(headers).toMatchObject({ "content-type": "application/json", "svix-id": expect.stringMatching(/^msg_/) });
    expect(headers["webhook-id"]).toBe(headers["svix-id"]);
    // Attack: a body, an id or a time of the attacker's own under a signature that they have seen.
    const forgeries: [string, Record<string, string>][] = [
      [body.replace("Ada", "Eve"), headers],
      [body, { ...headers, "svix-id": "msg_x", "webhook-id": "msg_x" }],
      [body, { ...headers, "svix-timestamp": String(Number(headers["svix-timestamp"]) + 1) }],
    ];
    for (const [forged, sent] of forgeries) {
      const { "webhook-id": _, "webhook-timestamp": __, "webhook-signature": ___, ...branded } = sent;
      expect(() => new Webhook(key).verify(forged, branded)).toThrow();
    }
  });

  it("goes to the endpoints that take its type, and to no other project's", async () => {
    const [p, other] = [await project(), await project()];
    const all = await endpointOf(p);
    const teams = await endpointOf(p, { eventTypes: ["team.created", "team.deleted"] });
    const theirs = await endpointOf(other);
    await record(p);
    await record(p, [{ id: "team" }], "team.created");
    for (const { endpoint } of [all, teams]) await run(p, endpoint);
    await run(other, theirs.endpoint);
    // Events of different objects are sent at once.
    expect((await all.receiver.received()).map(({ body }) => JSON.parse(body).type).sort()).toEqual([
      "team.created",
      "user.updated",
    ]);
    expect(dataOf(await teams.receiver.received())).toEqual([{ id: "team" }]);
    expect(await theirs.receiver.received()).toEqual([]);
  });

  it("of a project without endpoints is handed to none, queued nowhere and not kept", async () => {
    const p = await project();
    await record(p);
    expect([await deliveriesOf(p), await eventsOf(p)]).toEqual([[], []]);
    const send = vi.fn();
    const WEBHOOKS = { send, sendBatch: send } as never;
    const made = await p.server("POST /users", { body: {}, settings: { WEBHOOKS } });
    expect([made.status, send.mock.calls, await eventsOf(p)]).toEqual([201, [], []]);
  });

  it("costs its change no round trip more, and its project one message", async () => {
    const p = await project();
    const before = await p.server("POST /users", { body: {} });
    const { endpoint } = await endpointOf(p);
    const sendBatch = vi.fn();
    const WEBHOOKS = { sendBatch } as never;
    const { cost } = await p.server("POST /users", { body: {}, settings: { WEBHOOKS } });
    expect(cost.d1).toBe(before.cost.d1);
    expect(sendBatch.mock.calls).toEqual([[[{ body: { projectId: p.id, endpointId: endpoint.id }, delaySeconds: 0 }]]]);
  });

  it("is not sent when its change is undone", async () => {
    const p = await project();
    await endpointOf(p);
    const tools = openTools(env, p.id);
    const events = recordEvents(tools.db, { projectId: p.id, type: "user.updated", data: [{ id: "a" }] });
    const taken = tools.db
      .insert(projects)
      .values({ projectId: p.id, displayName: "", configOverride: "", createdAt: 0 });
    await expect(tools.db.batch([...(events as [never]), taken])).rejects.toThrow();
    expect(queueAnnounced(tools)).toBeUndefined();
    expect(await deliveriesOf(p)).toEqual([]);
  });
});

describe("a run", () => {
  it("sends 20 events in two round trips and one for each, and says when to go on", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    travel(0);
    await record(
      p,
      Array.from({ length: 21 }, (_, index) => ({ id: `user-${index}` })),
    );
    const first = await run(p, endpoint);
    expect(first.cost.d1).toBe(22);
    expect(first.dueAt).toBeLessThanOrEqual(Date.now());
    expect(await receiver.received()).toHaveLength(20);
    expect((await run(p, endpoint)).dueAt).toBeNull();
    const ids = dataOf(await receiver.received()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(21);
  });

  it("is the only one that sends to its endpoint, until it is over or 30 seconds have passed", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    await record(p);
    await Promise.all([run(p, endpoint), run(p, endpoint), run(p, endpoint)]);
    expect(await receiver.received()).toHaveLength(1);
    // A Worker that was killed while it had the lease.
    await d1
      .prepare("update webhook_endpoints set leased_until = ? where project_id = ?")
      .bind(Date.now() + 30 * second, p.id)
      .run();
    await record(p);
    await run(p, endpoint);
    expect(await receiver.received()).toHaveLength(1);
    travel(31 * second);
    await run(p, endpoint);
    expect(await receiver.received()).toHaveLength(2);
  });

  // Evidence: endpoint-hangs-keeps-none-another-s
  it("of an endpoint that hangs keeps none of another's", async () => {
    // Attack: a receiver accepts connections and sends nothing, so that the webhooks of others wait.
    const [p, other] = [await project(), await project()];
    const slow = await endpointOf(p, { behaviour: "hang" });
    const quick = [await endpointOf(p), await endpointOf(other)] as const;
    await record(
      p,
      Array.from({ length: 20 }, () => ({ id: newId() })),
    );
    await record(other);
    let isOver = false;
    const hanging = run(p, slow.endpoint).finally(() => {
      isOver = true;
    });
    await Promise.all([run(p, quick[0].endpoint), run(other, quick[1].endpoint)]);
    expect(isOver).toBe(false);
    expect(await quick[0].receiver.received()).toHaveLength(20);
    expect(await quick[1].receiver.received()).toHaveLength(1);
    await slow.receiver.behave("accept");
    await hanging;
  });
});

describe("an attempt", () => {
  it.each([
    ["no-content", 204, "", true, "15000"],
    ["accept", 200, "thanks", true, "15000"],
    ["hang-midway", 200, "part of ", true, "1000"],
    ["fail", 500, "out of order", false, "15000"],
    ["hang", 0, "There was no response within 20 ms.", false, "20"],
  ] as const)("at a server that does this: %s", async (behaviour, responseStatusCode, response, isAccepted, limit) => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p, { behaviour });
    await record(p);
    await run(p, endpoint, { WEBHOOK_TIMEOUT_MS: limit });
    const [attempt] = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withContent: true })).data;
    expect(attempt).toMatchObject({
      responseStatusCode,
      response,
      status: isAccepted ? 0 : 2,
      endpointId: endpoint.id,
    });
  });

  // Evidence: fails-redirect-followed
  it("fails at a redirect, which is not followed", async () => {
    // Attack: a receiver passes the check of its address and sends the request on into a private network.
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p, { behaviour: "redirect" });
    await record(p);
    await run(p, endpoint);
    expect((await receiver.received()).map(({ behaviour }) => behaviour)).toEqual(["redirect"]);
    const [attempt] = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withContent: true })).data;
    expect(attempt).toMatchObject({ responseStatusCode: 307, status: 2 });
  });

  // Evidence: ends-response-has-end-4-characters
  it("ends with a response that has no end, of which 4,096 bytes are kept", async () => {
    // Attack: a receiver fills the Worker's memory, or the database, with its response.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p, { behaviour: "flood" });
    await record(p);
    await run(p, endpoint);
    const [attempt] = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { withContent: true })).data;
    expect(attempt).toMatchObject({ responseStatusCode: 200, status: 0, response: "€".repeat(1365) });
  });
});

describe("an event that a server does not accept", () => {
  it("is sent again under the same id, ten times over three days, and then has failed", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p, { behaviour: "fail" });
    // The clock stands between travels: what takes long on a slow machine makes nothing due.
    travel(0);
    await record(p);
    const delays = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    for (const delay of delays) {
      const now = Date.now();
      const { dueAt } = await run(p, endpoint);
      const waits = (dueAt ?? 0) - now;
      expect(waits).toBeGreaterThanOrEqual(delay);
      expect(waits).toBeLessThan(delay * 1.2 + 5 * second);
      await run(p, endpoint);
      travel(waits + second);
    }
    expect((await run(p, endpoint)).dueAt).toBeNull();
    const received = await receiver.received();
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers }) => headers["svix-id"])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["svix-signature"])).size).toBe(10);
    expect((await deliveriesOf(p))[0]).toMatchObject({ status: 2, attempts: 10, nextAttemptAt: null });
  });

  it("sent by hand is manual the first time, and its retries are not", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p, { behaviour: "fail" });
    const { id } = await svix.endpoint.sendExample(p.id, endpoint.id, { eventType: "user.created" });
    const triggers = async () => (await svix.messageAttempt.listByMsg(p.id, id)).data.map((each) => each.triggerType);
    await vi.waitFor(async () => expect(await triggers()).toEqual([1]), { timeout: 30_000 });
    travel(minute);
    await run(p, endpoint);
    expect(await triggers()).toEqual([0, 1]);
  });

  it("holds up later ones of the same object for ten minutes, and no others", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p, { behaviour: "fail" });
    travel(0);
    await record(p, [{ id: "ada", n: 1 }]);
    await record(p, [
      { id: "ada", n: 2 },
      { id: "grace", n: 1 },
    ]);
    await run(p, endpoint);
    const firsts = new Set([
      { id: "ada", n: 1 },
      { id: "grace", n: 1 },
    ]);
    // Events of different objects are sent at once.
    expect(new Set(dataOf(await receiver.received()))).toEqual(firsts);
    // It looks again for what is held up, and not at once for ever.
    const held = await run(p, endpoint);
    expect((held.dueAt ?? 0) - Date.now()).toBeGreaterThan(second);
    await receiver.behave("accept");
    travel(7 * second);
    await run(p, endpoint);
    await run(p, endpoint);
    const again = dataOf(await receiver.received()).slice(2);
    expect(new Set(again.slice(0, 2))).toEqual(firsts);
    expect(again.slice(2)).toEqual([{ id: "ada", n: 2 }]);
  });

  it("blocks nothing for ever: after ten minutes later ones of the same object are sent", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p, { behaviour: "fail" });
    travel(0);
    await record(p, [{ id: "ada", n: 1 }]);
    await record(p, [{ id: "ada", n: 2 }]);
    await run(p, endpoint);
    travel(7 * second);
    await run(p, endpoint);
    expect(dataOf(await receiver.received())).toEqual([
      { id: "ada", n: 1 },
      { id: "ada", n: 1 },
    ]);
    await receiver.behave("accept");
    travel(11 * minute);
    await run(p, endpoint);
    expect(dataOf(await receiver.received()).slice(2)).toContainEqual({ id: "ada", n: 2 });
  });
});

describe("the sweep", () => {
  it("queues in one round trip what a lost message or a crash has left, once a minute", async () => {
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await record(p);
    const sent: unknown[] = [];
    const WEBHOOKS = { sendBatch: async (batch: unknown[]) => void sent.push(...batch) } as never;
    const message = { body: { projectId: p.id, endpointId: endpoint.id }, delaySeconds: 0 };
    expect((await stepOf(sweepWebhooks, { WEBHOOKS })).cost.d1).toBe(1);
    expect(sent).toContainEqual(message);
    sent.length = 0;
    await stepOf(sweepWebhooks, { WEBHOOKS });
    expect(sent).not.toContainEqual(message);
    travel(61 * second);
    await stepOf(sweepWebhooks, { WEBHOOKS });
    expect(sent).toContainEqual(message);
  });

  it("sends what is left by the trigger of every minute", async () => {
    const p = await project();
    const { receiver } = await endpointOf(p);
    await record(p);
    await passMinute();
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
  });
});

describe("events, deliveries and attempts", () => {
  it("are deleted when they are 30 days old, whether their project still has endpoints or not", async () => {
    const [p, without] = [await project(), await keepEvents(await project())];
    const { endpoint } = await endpointOf(p);
    for (const each of [p, without]) await record(each);
    await d1.prepare("delete from webhook_endpoints where project_id = ?").bind(without.id).run();
    await run(p, endpoint);
    const age = 30 * 24 * hour;
    const countOf = async (table: string) =>
      d1.prepare(`select count(*) as n from ${table} where project_id in (?, ?)`).bind(p.id, without.id).first("n");
    const counts = () => Promise.all(["outbox", "webhook_deliveries", "webhook_attempts"].map(countOf));
    while ((await stepOf(sweepWebhookRows)).outcome === "more");
    expect(await counts()).toEqual([2, 1, 1]);
    await d1.batch(
      [
        "update outbox set created_at = created_at - ?1",
        "update webhook_deliveries set expires_at = expires_at - ?1",
        "update webhook_attempts set expires_at = expires_at - ?1",
      ].map((update) => d1.prepare(`${update} where project_id in (?2, ?3)`).bind(age, p.id, without.id)),
    );
    while ((await stepOf(sweepWebhookRows)).outcome === "more");
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe("the statements of a run and of the sweeps", () => {
  it("read by indexes, however many rows there are", async () => {
    const now = Date.now();
    const key = { projectId: "p", id: "ep" };
    for (const statement of [
      selectDueDeliveries(db, { ...key, now, limit: 20 }),
      queueDueEndpoints(db, { now, limit: 100 }),
      leaseEndpoint(db, key, { now, until: now }),
      queueNextEndpoint(db, key.projectId, { now }),
      releaseEndpoint(db, key, {
        leasedUntil: now,
        failingSince: null,
        disabledAt: null,
        lookAgainAt: 0,
        restsUntil: 0,
      }),
      selectAttempts(db, { projectId: "p", endpointId: "ep", limit: 50 }),
      selectAttempts(db, { projectId: "p", messageId: "m", limit: 50 }),
      selectMessages(db, { projectId: "p", limit: 50 }),
    ]) {
      expect(await planOf(statement)).not.toMatch(/SCAN (?!e\b|due\b|walk\b|\(subquery)(?!json)/);
    }
  });
});
