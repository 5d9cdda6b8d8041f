import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setQuota } from "../../db/storage/storage.fixtures";
import { newId } from "../../platform/secrets";
import { openTools } from "../../platform/tools";
import { othersAreActive } from "../../testing/active-others";
import { stepOf } from "../../testing/jobs";
import { project, type TestProject } from "../../testing/project";
import { limitsEndingOnArrival } from "../../testing/quick-timers";
import { d1 } from "../../testing/shards";
import { type ReceiverBehaviour, webhookReceiver } from "../../testing/stand-in-services";
import type { WaitingEndpoint } from "./index";
import { deliverWebhooks, sweepWebhooks } from "./jobs";
import { copyEndpoints, endpointOf, localQueue, record, run, svixOf } from "./webhooks.fixtures";

const second = 1000;
const minute = 60 * second;

/** Endpoints of one project at one receiver. */
async function manyEndpoints(p: TestProject, count: number, behaviour: ReceiverBehaviour) {
  const [receiver, svix] = [webhookReceiver(), await svixOf(p)];
  const create = () => svix.endpoint.create(p.id, { url: receiver.url(behaviour) });
  const endpoints = await Promise.all(Array.from({ length: count }, create));
  return { receiver, svix, endpoints, requests: async () => (await receiver.received()).length };
}

/** Moves the clock; nothing waits. */
function travel(millis: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + millis });
}

/** Does all that follows from what is due of a project, at a queue with one consumer. Says how many messages there were. */
async function consumeAll(p: TestProject): Promise<number> {
  const { messages, consume, queueNext } = localQueue();
  await queueNext(p.id);
  let consumed = 0;
  for (; messages.length > 0; consumed += 1) await consume();
  return consumed;
}

/** The same with endpoints that never respond. */
function consumeHanging(p: TestProject, { requests }: Awaited<ReturnType<typeof manyEndpoints>>) {
  return limitsEndingOnArrival(requests, () => consumeAll(p));
}

/** Has other runs send to endpoints until a time. */
async function leaseUntil(p: TestProject, endpoints: readonly { id: string }[], until: number) {
  const update = d1.prepare("update webhook_endpoints set leased_until = ? where project_id = ? and id = ?");
  await d1.batch(endpoints.map(({ id }) => update.bind(until, p.id, id)));
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("endpoints of one project that accept connections and never respond", () => {
  // Evidence: sent-three-first-two-five-minutes
  it("are sent to three at first and two every five minutes, however many there are and whatever is asked for", async () => {
    // Attack: a project has 25 endpoints that hang, so that the queue's consumers have no time for those of others.
    const [p, other] = [await project(), await project()];
    const hanging = await manyEndpoints(p, 25, "hang");
    const { requests } = hanging;
    const theirs = await endpointOf(other);
    for (let events = 0; events < 5; events += 1) await record(p);
    await record(other);
    await consumeHanging(p, hanging);
    await consumeAll(other);
    expect(await theirs.receiver.received()).toHaveLength(1);
    // Each of the three was sent what a run sends at once.
    expect(await requests()).toBe(15);
    // Attack: further events, and the sweep of every minute.
    await record(p);
    await consumeHanging(p, hanging);
    const { messages, settings } = localQueue();
    await stepOf(sweepWebhooks, settings);
    expect(messages.filter(({ projectId }) => projectId === p.id)).toEqual([]);
    expect(await requests()).toBe(15);
    // The others have hung by then, too.
    await d1.prepare("update webhook_endpoints set failing_since = 1 where project_id = ?").bind(p.id).run();
    for (const [round, expected] of [17, 19].entries()) {
      travel(5 * minute + second);
      await consumeHanging(p, hanging);
      // Those that have failed before get one event each.
      expect([round, await requests()]).toEqual([round, expected]);
    }
  });

  it("leave places to the others of their project, and are sent everything once they respond again", async () => {
    const p = await project();
    const hanging = await manyEndpoints(p, 3, "hang");
    await record(p);
    await consumeHanging(p, hanging);
    travel(5 * minute + second);
    await record(p, [{ id: newId() }, { id: newId() }]);
    await consumeHanging(p, hanging);
    expect(await hanging.requests()).toBe(5);
    const good = await endpointOf(p);
    await record(p);
    await consumeAll(p);
    expect(await good.receiver.received()).toHaveLength(1);
    await hanging.receiver.behave("accept");
    travel(5 * minute + second);
    await consumeAll(p);
    travel(5 * minute + second);
    await consumeAll(p);
    for (const { id } of hanging.endpoints) {
      expect(await hanging.svix.endpoint.getStats(p.id, id)).toMatchObject({ success: 4, pending: 0 });
    }
  });

  it("are sent to again within 30 seconds of what their owner asks for", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p, { behaviour: "hang" });
    await record(p);
    const requests = async () => (await receiver.received()).length;
    await limitsEndingOnArrival(requests, () => run(p, endpoint));
    await receiver.behave("accept");
    await svix.endpoint.recover(p.id, endpoint.id, { since: new Date(0) });
    travel(31 * second);
    await run(p, endpoint);
    // The message of the recovery may come after the clock was moved, and its run before this one.
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(2), { timeout: 15_000 });
  });
});

describe("endpoints of ten projects that accept connections and never respond", () => {
  // Evidence: hold-up-other-project-s-webhooks
  it("hold up no other project's webhooks: a consumer waits for none of them", async () => {
    // Attack: one owner has many projects, in each an endpoint that hangs. Each stays within the share of its project. All of them together
    // take the time of the queue's only consumer.
    const create = async () => {
      const p = await project();
      return { p, ...(await endpointOf(p, { behaviour: "hang" })) };
    };
    const hanging = await Promise.all(Array.from({ length: 10 }, create));
    const p = await project();
    const { receiver } = await endpointOf(p);
    for (const each of [...hanging, { p }]) await each.p.server("POST /users", { body: {} });
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), { timeout: 30_000 });
    // Each was sent its event before, and is within its 15 seconds still.
    for (const { p, endpoint, receiver, svix } of hanging) {
      expect(await receiver.received()).toHaveLength(1);
      expect((await svix.messageAttempt.listByEndpoint(p.id, endpoint.id)).data).toEqual([]);
    }
  });
});

describe("events of many projects with many endpoints each", () => {
  // Evidence: projects-take-turns-with-webhooks
  it.each(["accept", "fail"] as const)(
    "let another project's wait for one run of each at most, where receivers %s",
    async (behaviour) => {
      // Attack: one owner has many projects, and in each as many endpoints as there may be. What others are sent waits until all of
      // them are served.
      // The clock stands still: what has failed is due again in five seconds, which a busy machine takes for the runs before.
      travel(0);
      const hostile = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const p = await project();
          return { p, ...(await manyEndpoints(p, 10, behaviour)) };
        }),
      );
      const quiet = await project();
      const { receiver } = await endpointOf(quiet);
      const { messages, delayed, settings, consume } = localQueue();
      const change = (p: TestProject) => p.server("POST /users", { body: {}, settings });
      const sent = async () => {
        const counts = await Promise.all(hostile.map(({ requests }) => requests()));
        return counts.reduce((sum, count) => sum + count, 0);
      };
      for (const { p } of hostile) await change(p);
      await consume();
      for (const { p } of hostile) await change(p);
      const before = await sent();
      await change(quiet);
      let runs = 0;
      for (; (await receiver.received()).length === 0; runs += 1) await consume();
      // Two changes, to one endpoint of each.
      expect([runs, (await sent()) - before]).toEqual([5, 8]);
      while (messages.length > 0) {
        await consume();
        expect(new Set(messages.map(({ projectId }) => projectId)).size).toBe(messages.length);
      }
      expect(await sent()).toBe(4 * 10 * 2);
      // What has failed is sent again by one message after the other, too.
      travel(7 * second);
      messages.push(...delayed.splice(0));
      while (messages.length > 0) await consume();
      expect(await sent()).toBe(4 * 10 * 2 * (behaviour === "fail" ? 2 : 1));
    },
  );
});

describe("events of a project that come faster than they are sent", () => {
  // Evidence: have-message-queue-endpoint-whether-waits
  it("have one message in the queue, whether their endpoints wait, are sent to or rest", async () => {
    // Attack: a project with many endpoints makes many events, so that its messages fill the queue and those of others
    // wait behind them.
    const p = await project();
    const hanging = await manyEndpoints(p, 25, "hang");
    const { messages, settings } = localQueue();
    const change = () => p.server("POST /users", { body: {}, settings });
    for (let events = 0; events < 5; events += 1) await change();
    expect(messages).toHaveLength(1);
    // Three are sent to now and rest then, the others found no place.
    await consumeHanging(p, hanging);
    for (let events = 0; events < 5; events += 1) await change();
    expect(messages).toHaveLength(1);
  });

  // Evidence: backlog-takes-one-bounded-run-at-a-time
  it.each(["many objects", "one object"])(
    "of %s, 10,000 at once: take a bounded run at a time and the end of the queue, so that another project's is next",
    async (of) => {
      // Attack: a tenant makes 10,000 events at once, so that the consumers are theirs until all are sent. Each run reads all that wait, in
      // the database that others are in. Or a user changes their own name without end, and a run sends one of these changes. The project's
      // other events then wait for thousands of runs.
      const [p, other] = [await project(), await project()];
      const [{ endpoint, receiver }, theirs] = [await endpointOf(p), await endpointOf(other)];
      await d1
        .prepare(
          `insert into outbox (project_id, id, type, data, created_at)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
         select ?1, 'event-' || i, 'user.updated', json_object('id', iif(?2, 'user', 'user-' || i)), ?3 from n`,
        )
        .bind(p.id, of === "one object" ? 1 : 0, Date.now())
        .run();
      await record(other);
      const ofHostile: WaitingEndpoint = { projectId: p.id, endpointId: endpoint.id };
      const queue = [ofHostile, { projectId: other.id, endpointId: theirs.endpoint.id }];
      const sendBatch = async (batch: { body: WaitingEndpoint }[]) => void queue.push(...batch.map(({ body }) => body));
      for (const message of queue.splice(0, 2)) {
        const tools = openTools({ ...env, WEBHOOKS: { sendBatch } as never }, message.projectId);
        await deliverWebhooks.consume(message, tools);
        expect(tools.trace.rowsRead).toBeLessThan(500);
      }
      expect([(await receiver.received()).length, (await theirs.receiver.received()).length]).toEqual([20, 1]);
      expect(queue).toEqual([ofHostile]);
    },
  );

  // Evidence: one-object-keeps-no-other-waiting
  it.each([
    { of: "one object", type: "user.updated", id: () => "flooder" },
    { of: "many objects of a kind", type: "team.created", id: () => newId() },
  ] as const)(
    "of $of, without end: let the next run send that of another, and none so long that its endpoint rests",
    async ({ type, id }) => {
      // Attack: a user changes their own name without end, or makes and deletes teams. Their events come first, as they have been due for
      // longest. A run takes seconds, its endpoint rests, and the events of all other users wait until the flood is over.
      travel(0);
      const p = await project();
      const { endpoint, receiver } = await endpointOf(p);
      const flood = Array.from({ length: 50 }, () => ({ id: id() }));
      await record(p, flood, type);
      travel(second);
      await record(p, [{ id: "other" }]);
      travel(minute);
      const startedAt = Date.now();
      vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
        vi.setSystemTime(Date.now() + 200);
        return new AbortController().signal;
      });
      const { dueAt } = await run(p, endpoint);
      const ids = (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
      expect(ids).toContain("other");
      expect(dueAt).toBe(Date.now());
      expect(Date.now() - startedAt).toBeLessThan(3 * second);
    },
  );

  it("of one object, ahead of those of many: let a run send each object's whose turn it is, also the last of the oldest", async () => {
    // Attack: a user changes their own name just before another is changed, and makes two teams. Room for the teams was made by leaving out
    // the last of the oldest events, and the other user's was among them.
    travel(0);
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    const flood = Array.from({ length: 19 }, () => ({ id: "flooder" }));
    await record(p, [...flood, { id: "other" }]);
    await record(p, [{ id: newId() }, { id: newId() }], "team.created");
    await run(p, endpoint);
    const ids = (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
    expect(ids).toContain("other");
    expect(ids).toHaveLength(20);
  });

  it("are announced again once everything was sent, to the endpoints that take their type", async () => {
    const p = await project();
    const [{ endpoint }] = [await endpointOf(p), await endpointOf(p, { eventTypes: ["team.created"] })];
    const sendBatch = vi.fn();
    const change = () => p.server("POST /users", { body: {}, settings: { WEBHOOKS: { sendBatch } as never } });
    const announced = [[{ body: { projectId: p.id, endpointId: endpoint.id }, delaySeconds: 0 }]];
    await change();
    await run(p, endpoint);
    await change();
    expect(sendBatch.mock.calls).toEqual([announced, announced]);
  });
});

describe("events of one project beside other projects that are active", () => {
  // Attack: a project changes users as fast as it can, and its receiver refuses the events. Sending them again and again keeps the thread
  // busy on which others are served.
  it("are sent in sixteen runs at once, and then as the project's part of the time allows; others' at once", async () => {
    const [p, other] = [await project(), await project()];
    const [{ endpoint, receiver }, theirs] = [await endpointOf(p), await endpointOf(other)];
    travel(0);
    othersAreActive();
    const came: { message: WaitingEndpoint; delaySeconds: number }[] = [];
    const send = async (message: WaitingEndpoint, { delaySeconds }: { delaySeconds: number }) =>
      void came.push({ message, delaySeconds });
    const bindings = { ...env, RATE_LIMITS: "on", WEBHOOKS: { send } as never };
    const consume = ({ id }: TestProject, { id: endpointId }: { id: string }) =>
      deliverWebhooks.consume({ projectId: id, endpointId }, openTools(bindings, id));
    for (let runs = 0; came.length === 0 && runs < 20; runs += 1) {
      await record(p);
      await consume(p, endpoint);
    }
    const sent = (await receiver.received()).length;
    expect(sent).toBeLessThanOrEqual(16);
    expect(came).toEqual([{ message: { projectId: p.id, endpointId: endpoint.id }, delaySeconds: 1 }]);
    await record(other);
    await consume(other, theirs.endpoint);
    expect(await theirs.receiver.received()).toHaveLength(1);
    travel(second);
    await consume(p, endpoint);
    expect(await receiver.received()).toHaveLength(sent + 1);
  });

  // Evidence: failed-runs-rest
  it("rest after a run that fails as long as after one that took its time", async () => {
    // Attack: a run asks for so much that the database ends its batch. Nothing is charged for it, and its message comes again at once.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await record(p);
    travel(0);
    othersAreActive();
    const sent: WaitingEndpoint[] = [];
    const send = async (message: WaitingEndpoint) => void sent.push(message);
    const bindings = { ...env, RATE_LIMITS: "on", WEBHOOKS: { send } as never };
    const message = { projectId: p.id, endpointId: endpoint.id };
    await d1
      .prepare(
        `create trigger test_ends before update on webhook_endpoints when new.project_id = '${p.id}' begin select raise(abort, 'ended'); end`,
      )
      .run();
    const tools = openTools(bindings, p.id);
    tools.trace.failedMillis = 30_000;
    await expect(deliverWebhooks.consume(message, tools)).rejects.toThrow();
    await d1.prepare("drop trigger test_ends").run();
    await deliverWebhooks.consume(message, openTools(bindings, p.id));
    expect(sent).toEqual([message]);
  });
});

describe("a project with sixty endpoints that are dead, and one that accepts", () => {
  /** All at one server, so that what it received says the order. The dead have failed before, and have an older event due. */
  async function mostlyDead() {
    // A run takes no time by this clock: a long one would rest, and keep its place from the others that fail.
    travel(0);
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p, { behaviour: "fail" });
    await copyEndpoints(p, 59);
    await record(p);
    await run(p, endpoint);
    const isDue =
      "update webhook_endpoints set failing_since = 1, due_at = 1, leased_until = 0, queued_for = null where project_id = ?";
    await d1.prepare(isDue).bind(p.id).run();
    await d1.prepare("update webhook_deliveries set next_attempt_at = 1 where project_id = ?").bind(p.id).run();
    await svix.endpoint.create(p.id, { url: receiver.url("accept") });
    const order = async () => (await receiver.received()).slice(1).map(({ behaviour }) => behaviour);
    return { p, order };
  }

  it("has a fresh event tried at the one before the dead are, through the queue", async () => {
    const { p, order } = await mostlyDead();
    await p.server("POST /users", { body: {} });
    await vi.waitFor(async () => expect(await order()).toContain("accept"), { timeout: 30_000 });
    // A run sends to a dead one the event that is due and the fresh one; three run at once.
    expect((await order()).indexOf("accept")).toBeLessThanOrEqual(3 * 2);
  });

  it("tries a dead one after each run of the one, however many events this has", async () => {
    const { p, order } = await mostlyDead();
    const { queueNext, consume } = localQueue();
    await record(p, [{ id: newId() }]);
    await queueNext(p.id);
    await consume();
    expect(await order()).toEqual(["accept"]);
    await record(p, [{ id: newId() }]);
    await consume();
    expect(new Set((await order()).slice(1))).toEqual(new Set(["fail"]));
    await consume();
    expect((await order()).at(-1)).toBe("accept");
  });
});

describe("a project with more endpoints than are sent to at once", () => {
  it("has them all sent to: a run that ends has its place taken by one that found none", async () => {
    const p = await project();
    const { endpoints, requests, svix } = await manyEndpoints(p, 6, "accept");
    await record(p);
    // A run takes no time by this clock: a long one would rest.
    travel(0);
    // Three were sent to when the messages of the others came.
    await leaseUntil(p, endpoints.slice(0, 3), Date.now() + 30 * second);
    expect([await consumeAll(p), await requests()]).toEqual([0, 0]);
    await leaseUntil(p, endpoints.slice(0, 1), 0);
    expect([await consumeAll(p), await requests()]).toEqual([4, 4]);
    for (const { id } of [...endpoints.slice(0, 1), ...endpoints.slice(3)]) {
      expect(await svix.endpoint.getStats(p.id, id)).toMatchObject({ success: 1, pending: 0 });
    }
  });
});

describe("attempts of a project that stores more than four quotas", () => {
  // Evidence: attempts-end-at-four-times-the-quota
  it("are kept as long as there is room, the newest last", async () => {
    // Attack: the endpoints of one project respond to each attempt with as much as is kept, for a month, until the database is full.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    await setQuota(p.id, { maxBytes: 4000 });
    for (let count = 0; count < 40; count += 1) {
      await record(p, [{ id: `user-${count}` }], "user.deleted");
      await run(p, endpoint);
    }
    const attempts = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id, { limit: 50 })).data;
    const messages = (await svix.message.list(p.id, { limit: 1 })).data;
    expect(attempts.length).toBeLessThan(20);
    expect(attempts[0]?.msgId).toBe(messages[0]?.id);
  });
});
