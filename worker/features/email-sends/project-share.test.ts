import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openTools } from "../../platform/tools";
import { othersAreActive } from "../../testing/active-others";
import { stepOf } from "../../testing/jobs";
import { mailbox } from "../../testing/mailbox";
import type { TestProject } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { mailingProject, type Reader, readers, recipientsOf, sendEmail } from "./email-sends.fixtures";
import { deliverSends, wakeSends } from "./jobs";

interface Message {
  projectId: string;
  sendId: string;
}

/** A queue that delivers nothing by itself. */
function queue() {
  const messages: { body: Message; delaySeconds: number }[] = [];
  const EMAIL_SENDS = {
    send: async (body: Message, { delaySeconds = 0 } = {}) => void messages.push({ body, delaySeconds }),
    sendBatch: async (batch: { body: Message }[]) =>
      void messages.push(...batch.map(({ body }) => ({ body, delaySeconds: 0 }))),
  } as never;
  const consume = (body: Message) => deliverSends.consume(body, openTools({ ...env, EMAIL_SENDS }, body.projectId));
  return { messages, settings: { EMAIL_SENDS }, consume };
}

type Queue = ReturnType<typeof queue>;

async function queueSend(p: TestProject, { settings }: Queue, users: readonly Reader[]): Promise<Message> {
  const body = { html: "<p>News</p>", subject: "News", user_ids: users.map(({ id }) => id) };
  const response = await p.server(sendEmail, { body, settings });
  return { projectId: p.id, sendId: response.body.send_id };
}

async function statuses(p: TestProject, { sendId }: Message): Promise<string[]> {
  return [...(await recipientsOf(p, sendId)).values()].map(({ status }) => status);
}

const countOf = (all: readonly string[], status: string) => all.filter((each) => each === status).length;

/** From now on the clock is so much later each time that it is read, as it is with a slow mail server. */
function slowDown(millis: number): void {
  const { now } = Date;
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    passed += millis;
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
  // Attack: a project sends to many users again and again, so that recording each mail keeps the thread busy on which others are served.
  it("rest after a run for what it has cost, and begin the next at once while nobody else is there", async () => {
    const delaysAfterRun = async (isBeside: boolean) => {
      const p = await mailingProject();
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
});

describe("sends of one project to a mail server that is slow and accepts", () => {
  // Evidence: have-run-time-project-rests-after
  it("have one run at a time, and their project rests after it, so that those of others have their turn", async () => {
    // Attack: a project has eight sends over a mail server that takes seconds for each mail, so that the queue's consumers
    // have no time for the sends of others.
    const [p, other] = [await mailingProject(), await mailingProject()];
    const q = queue();
    const sends: [Message, ...Message[]] = [await queueSend(p, q, await readers(p, 10))];
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

  it("all come to their end, with one mail to each user", async () => {
    const p = await mailingProject();
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
    const p = await mailingProject();
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
