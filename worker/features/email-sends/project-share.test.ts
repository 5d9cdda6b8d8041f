import { createExecutionContext, createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { queueHandler } from "../../platform/job-runner";
import { openTools } from "../../platform/tools";
import { othersAreActive } from "../../testing/active-others";
import { stepOf } from "../../testing/jobs";
import { mailbox } from "../../testing/mailbox";
import type { TestProject } from "../../testing/project";
import { primaryBinding } from "../../testing/replicated-database";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import { d1 } from "../../testing/shards";
import { type Reader, readers, recipientsOf, sendEmail, sendHtml, sendingProject } from "./email-sends.fixtures";
import { deliverSends, wakeSends } from "./jobs";

interface SendMessage {
  projectId: string;
  sendId: string;
}

/** A queue that delivers nothing by itself. */
function queue() {
  const messages: { body: SendMessage; delaySeconds: number }[] = [];
  const EMAIL_SENDS = {
    send: async (body: SendMessage, { delaySeconds = 0 } = {}) => void messages.push({ body, delaySeconds }),
    sendBatch: async (batch: { body: SendMessage }[]) =>
      void messages.push(...batch.map(({ body }) => ({ body, delaySeconds: 0 }))),
  } as never;
  const consume = (body: SendMessage) => deliverSends.consume(body, openTools({ ...env, EMAIL_SENDS }, body.projectId));
  return { messages, settings: { EMAIL_SENDS }, consume };
}

type Queue = ReturnType<typeof queue>;

async function queueSend(p: TestProject, { settings }: Queue, users: readonly Reader[]): Promise<SendMessage> {
  const body = { html: "<p>News</p>", subject: "News", user_ids: users.map(({ id }) => id) };
  const response = await p.server(sendEmail, { body, settings });
  return { projectId: p.id, sendId: response.body.send_id };
}

async function statuses(p: TestProject, { sendId }: SendMessage): Promise<string[]> {
  return [...(await recipientsOf(p, sendId)).values()].map(({ status }) => status);
}

const countOf = (all: readonly string[], status: string) => all.filter((each) => each === status).length;

/** From now on the clock is so much later each time that it is read, as it is with a slow mail server. */
function slowDown(millis: number): void {
  const { now } = Date;
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    // A run reads the clock more often on a busy machine: what it takes stays below the minutes that tests travel.
    passed = Math.min(passed + millis, 40_000);
    return now() + passed;
  });
}

/** Moves the clock; nothing waits. */
function travel(millis: number): void {
  vi.restoreAllMocks();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + millis });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("sends of one project beside other projects that are active", () => {
  // Attack: a project sends to many users again and again, so that recording each email keeps the thread busy on which others are served.
  it("rest after a run for what it has cost, and begin the next at once while nobody else is there", async () => {
    const delaysAfterRun = async (isBeside: boolean) => {
      const p = await sendingProject();
      const q = queue();
      const first = await queueSend(p, q, await readers(p, 120));
      await queueSend(p, q, await readers(p, 1));
      q.messages.length = 0;
      travel(60_000);
      if (isBeside) othersAreActive();
      const bindings = { ...env, ...q.settings, RATE_LIMITS: "on" };
      await deliverSends.consume(first, openTools(bindings, p.id));
      expect(countOf(await statuses(p, first), "sent")).toBe(120);
      return q.messages.map(({ delaySeconds }) => delaySeconds);
    };
    expect(await delaysAfterRun(false)).toEqual([0]);
    const [delay, ...more] = await delaysAfterRun(true);
    expect(more).toEqual([]);
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(10);
  });

  // Evidence: failed-sends-rest
  it("rest after a run that fails as long as after one that took its time", async () => {
    // Attack: a run asks for so much that the database ends its batch. Nothing is charged for it, and the next run begins at once.
    const p = await sendingProject();
    const q = queue();
    const users = await readers(p, 1);
    const first = await queueSend(p, q, users);
    const second = await queueSend(p, q, users);
    q.messages.length = 0;
    travel(60_000);
    othersAreActive();
    const bindings = { ...env, ...q.settings, RATE_LIMITS: "on" };
    await d1
      .prepare(
        `create trigger test_ends before update on email_sends when new.project_id = '${p.id}' begin select raise(abort, 'ended'); end`,
      )
      .run();
    const tools = openTools(bindings, p.id);
    tools.trace.failedMillis = 3_000;
    await expect(deliverSends.consume(first, tools)).rejects.toThrow();
    await d1.prepare("drop trigger test_ends").run();
    await deliverSends.consume(first, openTools(bindings, p.id));
    expect(q.messages).toEqual([{ body: second, delaySeconds: expect.any(Number) }]);
    expect(q.messages[0]?.delaySeconds).toBeGreaterThan(10);
  });
});

describe("sends of one project to a mail server that is slow and accepts", () => {
  // Evidence: have-run-time-project-rests-after
  it("have one run at a time, and their project rests after it, so that those of others have their turn", async () => {
    // Attack: a project has eight sends over a mail server that takes seconds for each email. The queue's consumers then have no
    // time for the sends of others.
    const [p, other] = [await sendingProject(), await sendingProject()];
    const q = queue();
    const sends: [SendMessage, ...SendMessage[]] = [await queueSend(p, q, await readers(p, 10))];
    for (let count = 1; count < 8; count += 1) sends.push(await queueSend(p, q, await readers(p, 1)));
    const theirs = await queueSend(other, q, await readers(other, 1));
    q.messages.length = 0;
    slowDown(4000);
    await q.consume(sends[0]);
    vi.restoreAllMocks();
    const first = await statuses(p, sends[0]);
    expect(countOf(first, "sent")).toBeGreaterThan(0);
    expect(countOf(first, "sent") + countOf(first, "queued")).toBe(10);
    expect(countOf(first, "queued")).toBeGreaterThan(0);
    // The send whose turn it is next, after the rest.
    expect(q.messages).toEqual([{ body: sends[1], delaySeconds: 5 }]);
    for (const send of sends.slice(1)) await q.consume(send);
    for (const send of sends.slice(1)) expect(await statuses(p, send)).toEqual(["queued"]);
    await q.consume(theirs);
    expect(await statuses(other, theirs)).toEqual(["sent"]);
  });

  it("all come to their end, with one email to each user", async () => {
    const p = await sendingProject();
    const q = queue();
    const users = await readers(p, 8);
    const sends = [await queueSend(p, q, users), await queueSend(p, q, users.slice(0, 2))] as const;
    q.messages.splice(1);
    const order: string[] = [];
    for (let message = q.messages.shift(); message; message = q.messages.shift()) {
      order.push(message.body.sendId);
      // The first run is slow, those after it are not.
      if (order.length === 1) slowDown(4000);
      await q.consume(message.body);
      travel(5 * 60_000);
    }
    expect(order).toEqual([sends[0].sendId, sends[1].sendId, sends[0].sendId]);
    expect(await statuses(p, sends[0])).toEqual(Array.from({ length: 8 }, () => "sent"));
    expect(await statuses(p, sends[1])).toEqual(["sent", "sent"]);
    for (const [index, { email }] of users.entries()) {
      const atLeast = index < 2 ? 2 : 1;
      expect(await mailbox({ to: email, atLeast })).toHaveLength(atLeast);
    }
  });

  it("are queued by the task of every minute one at a time, and not while one is delivered", async () => {
    const p = await sendingProject();
    const q = queue();
    const sends = [await queueSend(p, q, await readers(p, 1)), await queueSend(p, q, await readers(p, 1))] as const;
    q.messages.length = 0;
    const queued = async () => {
      q.messages.length = 0;
      await stepOf(wakeSends, q.settings);
      return q.messages.map(({ body }) => body).filter(({ projectId }) => projectId === p.id);
    };
    expect(await queued()).toEqual([sends[0]]);
    // A run that was killed, and is waited for.
    const hold = d1.prepare("update email_sends set run_id = 'a', wake_at = ? where project_id = ? and id = ?");
    await hold.bind(Date.now() + 60_000, p.id, sends[0].sendId).run();
    expect(await queued()).toEqual([]);
    await q.consume(sends[1]);
    expect(await statuses(p, sends[1])).toEqual(["queued"]);
    travel(61_000);
    expect(await queued()).toEqual([sends[1]]);
  });
});

/** The sends of a project that the task of every minute finds. */
async function foundByTask(p: TestProject, q: Queue): Promise<SendMessage[]> {
  q.messages.length = 0;
  await stepOf(wakeSends, q.settings);
  return q.messages.splice(0).flatMap(({ body }) => (body.projectId === p.id ? [body] : []));
}

describe("sends of one project to a mail server that takes long and accepts nothing", () => {
  // Evidence: rests-longer-after-each-failed-run
  it("have it rest from ten seconds to five minutes, longer after each run, until an email is accepted", async () => {
    // Attack: a project has several sends over a mail server that lets the time of each run pass. One send after another takes
    // its part of the consumers, for as long as the project likes.
    const { port } = await scriptedSmtpServer({ connect: "hang up" });
    const p = await sendingProject(port);
    const q = queue();
    for (let count = 0; count < 5; count += 1) await queueSend(p, q, await readers(p, 1));
    let [next] = q.messages.splice(0).map(({ body }) => body);
    const rests: number[] = [];
    const runSlowly = async () => {
      if (!next) throw new Error("No send is due");
      slowDown(4000);
      await q.consume(next);
      vi.restoreAllMocks();
    };
    while (rests.length < 3) {
      await runSlowly();
      const [message] = q.messages.splice(0);
      rests.push(message?.delaySeconds ?? 0);
      // A message that comes early finds the project at rest.
      if (message) await q.consume(message.body);
      expect(q.messages).toEqual([]);
      travel(1000 * (message?.delaySeconds ?? 0) + 60_000);
      next = message?.body;
    }
    expect(rests).toEqual([10, 20, 40]);
    // Longer ones are left to the task of every minute.
    for (const seconds of [80, 160, 300, 300]) {
      await runSlowly();
      expect(q.messages).toEqual([]);
      travel(1000 * (seconds - 5));
      expect(await foundByTask(p, q)).toEqual([]);
      travel(60_000);
      [next] = await foundByTask(p, q);
    }
    const configure = (to: number) =>
      p.admin("PATCH /internal/config/override", {
        body: { config_override_string: JSON.stringify({ "emails.server.port": to }) },
      });
    await configure((await scriptedSmtpServer({})).port);
    await runSlowly();
    expect(q.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([5]);
    await configure(port);
    travel(60_000);
    [next] = q.messages.splice(0).map(({ body }) => body);
    await runSlowly();
    expect(q.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([10]);
  });
});

describe("sends of one project that are requested one after another", () => {
  // Evidence: have-one-message-in-the-queue
  it("have one message in the queue, whether they wait, are delivered or rest; and all are sent", async () => {
    // Attack: a project requests many sends of one email each. Its messages fill the queue, and those of others wait behind a run
    // of each.
    const [p, other] = [await sendingProject(), await sendingProject()];
    const q = queue();
    const users = await readers(p, 1);
    const sends: SendMessage[] = [];
    const request = async () => void sends.push(await queueSend(p, q, users));
    for (let count = 0; count < 4; count += 1) await request();
    const theirs = await queueSend(other, q, await readers(other, 1));
    expect(q.messages.map(({ body }) => body)).toEqual([sends[0], theirs]);
    q.messages.length = 0;
    slowDown(4000);
    await q.consume(sends[0] as SendMessage);
    vi.restoreAllMocks();
    await request();
    expect(q.messages).toEqual([{ body: sends[1], delaySeconds: 5 }]);
    travel(60_000);
    // What is cancelled leaves its place to the next.
    const params = { send_id: sends[1]?.sendId ?? "" };
    q.messages.length = 0;
    await p.admin("POST /internal/emails/sends/{send_id}/cancel", { params, body: {}, settings: q.settings });
    expect(q.messages).toEqual([{ body: sends[2], delaySeconds: 0 }]);
    for (let message = q.messages.shift(); message; message = q.messages.shift()) {
      expect(q.messages).toEqual([]);
      await q.consume(message.body);
    }
    const all = await Promise.all(sends.map((send) => statuses(p, send)));
    expect(all).toEqual([["sent"], ["cancelled"], ["sent"], ["sent"], ["sent"]]);
  });
});

describe("a run that is killed after its message was acknowledged", () => {
  // Evidence: killed-after-acknowledgement-is-taken-up
  it("is taken up by the task of every minute: each email goes out once, and the one under way is not sent again", async () => {
    // Attack: none but chance: the platform ends the Worker while a mail server has not responded, and no message of it is left.
    const replies = ["250 2.0.0 Queued", "silence", "250 2.0.0 Queued"];
    const { port, received } = await scriptedSmtpServer({ message: replies });
    const p = await sendingProject(port);
    const q = queue();
    const users = await readers(p, 3);
    const send = await queueSend(p, q, users);
    q.messages.length = 0;
    let isKilled = false;
    const alive = env[primaryBinding as "DB"];
    const mortal = new Proxy(alive, {
      get: (_, key: keyof D1Database) => {
        const value = alive[key];
        if (typeof value !== "function") return value;
        return key === "batch" && isKilled ? () => new Promise(() => {}) : value.bind(alive);
      },
    });
    const batch = createMessageBatch("gatehouse-email-sends", [
      { id: "1", timestamp: new Date(), body: send, attempts: 1 },
    ]);
    const acknowledge = vi.spyOn(batch.messages[0] as Message<unknown>, "ack");
    const settings = { ...env, ...q.settings, [primaryBinding]: mortal };
    await queueHandler([deliverSends])(batch, settings, createExecutionContext());
    expect(acknowledge).toHaveBeenCalledTimes(1);
    const handedOver = async () => (await received()).filter((line) => line === ".").length;
    await vi.waitFor(async () => expect(await handedOver()).toBe(2));
    isKilled = true;
    // Neither a message that comes twice nor a further send disturbs what may be under way still.
    await q.consume(send);
    const later = await queueSend(p, q, users.slice(0, 1));
    expect(q.messages).toEqual([]);
    expect(await foundByTask(p, q)).toEqual([]);
    travel(61_000);
    const found = await foundByTask(p, q);
    expect(found).toHaveLength(1);
    q.messages.push(...found.map((body) => ({ body, delaySeconds: 0 })));
    for (let message = q.messages.shift(); message; message = q.messages.shift()) await q.consume(message.body);
    expect((await statuses(p, send)).toSorted()).toEqual(["sent", "sent", "unknown"]);
    expect(await statuses(p, later)).toEqual(["sent"]);
    expect(await handedOver()).toBe(4);
  });
});

describe("sends of eight projects to mail servers that accept connections and never respond", () => {
  // Evidence: hanging-mail-servers-hold-up-no-other-send
  it("hold up no other project's: a consumer waits for none of them", async () => {
    // Attack: one owner has eight projects with such mail servers, and requests several sends in each. All of them together take
    // the time of the queue's only consumer.
    const create = async () => {
      const { port, received } = await scriptedSmtpServer({ EHLO: "silence" });
      const p = await sendingProject(port);
      return { p, users: await readers(p, 1), connections: async () => (await received()).length };
    };
    const hanging = await Promise.all(Array.from({ length: 8 }, create));
    const other = await sendingProject();
    const [ada] = (await readers(other, 1)) as [Reader];
    const sends: { p: TestProject; sendId: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      for (const { p, users } of hanging) sends.push({ p, sendId: await sendHtml(p, users) });
    }
    await sendHtml(other, [ada]);
    await vi.waitFor(async () => expect(await mailbox({ to: ada.email })).toHaveLength(1), { timeout: 30_000 });
    // Each project's first run has begun, and none of its sends is tried again before it has rested.
    for (const { connections } of hanging) expect(await connections()).toBe(1);
    for (const { p, sendId } of sends) {
      await p.admin("POST /internal/emails/sends/{send_id}/cancel", { params: { send_id: sendId }, body: {} });
    }
  });
});
