/// <reference types="vite/types/importMeta.d.ts" />

import { createExecutionContext, createMessageBatch, createScheduledController, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { rowsPerStep } from "./db/expired-rows";
import { sessions } from "./db/sessions/schema";
import { sweepSessions } from "./features/expired-rows/jobs";
import { queueConsumers, scheduledTasks } from "./jobs";
import { queueHandler, scheduledHandler } from "./platform/job-runner";
import { everyMinute, jobsOf, queueConsumer, type ScheduledTask, scheduledTask } from "./platform/jobs";
import { taskStepConsumer } from "./platform/task-steps";
import { passMinute, stepOf } from "./testing/jobs";
import { db, project } from "./testing/project";
import { d1 } from "./testing/shards";
import { bareUser } from "./testing/tokens";

/** The jobs as they lie in the folders, so that none can be left out. */
const modules = import.meta.glob<Record<string, unknown>>("./features/**/jobs.ts", { eager: true });
const [wranglerToml = ""] = Object.values(
  import.meta.glob<string>("../wrangler.toml", { eager: true, query: "?raw", import: "default" }),
);

/** A project with sessions, which expired long ago unless `expiresAt` is given. */
async function manySessions(count: number, expiresAt = 0): Promise<string> {
  const { id: projectId } = await project();
  const userId = await bareUser(projectId);
  await d1
    .prepare(
      `insert into sessions (project_id, id, user_id, refresh_token_hash, created_at, expires_at, last_used_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
     select ?1, 'session-' || i, ?2, ?1 || i, 0, ?4, 0 from n`,
    )
    .bind(projectId, userId, count, expiresAt)
    .run();
  return projectId;
}

async function sessionsOf(projectId: string): Promise<number> {
  const [rows] = await db.batch([
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.projectId, projectId)),
  ]);
  return rows.length;
}

/** Takes what is printed as an error for the rest of the test, which expects it. */
const printedErrors = () => vi.spyOn(console, "error").mockImplementation(() => {});

const failure = (operation: string) => [
  "Unexpected failure",
  { operation, kind: "Error", frames: expect.arrayContaining([expect.stringMatching(/^\s+at /)]) },
];

describe("the jobs of all slices", () => {
  it("are gathered, each under a name of its own", () => {
    const declared = Object.values(modules).flatMap(jobsOf);
    expect(new Set([...scheduledTasks, ...queueConsumers])).toEqual(new Set([...declared, queueConsumers.at(-1)]));
    expect(new Set(scheduledTasks.map(({ name }) => name)).size).toBe(scheduledTasks.length);
    expect(new Set(queueConsumers.map(({ queue }) => queue)).size).toBe(queueConsumers.length);
  });

  it("have their triggers and queues in wrangler.toml", () => {
    const crons = /^crons = (\[.*\])$/m.exec(wranglerToml)?.[1] ?? "[]";
    expect([...new Set(scheduledTasks.map(({ cron }) => cron))].sort()).toEqual(JSON.parse(crons).toSorted());
    const consumed = [...wranglerToml.matchAll(/^\[\[queues\.consumers\]\]\nqueue = "(.+)"$/gm)].map(
      ([, name]) => name,
    );
    expect(queueConsumers.map(({ queue }) => queue).sort()).toEqual(consumed.sort());
    const deadLetters = [...wranglerToml.matchAll(/^dead_letter_queue = "(.+)"$/gm)].map(([, name]) => name);
    expect(deadLetters.sort()).toEqual(consumed.map((queue) => `${queue}-dead-letters`).sort());
  });

  it("gather reset emails for a second, in wrangler.toml alone: the tests do not wait for it", () => {
    // Attack: the time of a response shows that an address has an account, by the work that follows at once for one.
    const queue = 'queue = "gatehouse-reset-mails"\nmax_batch_size = 5\nmax_batch_timeout = 1\n';
    expect(wranglerToml).toContain(`[[queues.consumers]]\n${queue}`);
  });
});

describe("a sweep", () => {
  it("deletes a bounded number of rows in one step, whatever there is", async () => {
    const projectId = await manySessions(2 * rowsPerStep + 1);
    const { outcome, cost } = await stepOf(sweepSessions);
    expect(outcome).toBe("more");
    expect(cost.d1).toBe(1);
    expect(await sessionsOf(projectId)).toBe(rowsPerStep + 1);
    expect(cost.rowsRead).toBeLessThanOrEqual(5 * rowsPerStep + 10);
    // The row, its entry in each index, and the count of its project.
    expect(cost.rowsWritten).toBeLessThanOrEqual(6 * rowsPerStep);
    expect(await stepOf(sweepSessions)).toMatchObject({ outcome: "more" });
    expect(await stepOf(sweepSessions)).toMatchObject({ outcome: "done" });
    expect(await sessionsOf(projectId)).toBe(0);
  });

  it("reads none of the rows that have not expired", async () => {
    const projectId = await manySessions(1000, Date.now() + 600_000);
    const { outcome, cost } = await stepOf(sweepSessions);
    expect(outcome).toBe("done");
    expect(cost.rowsRead).toBeLessThan(10);
    expect(cost.rowsWritten).toBeLessThan(10);
    expect(await sessionsOf(projectId)).toBe(1000);
  });

  it("goes on through the queue until all is gone, after one trigger", async () => {
    const projectId = await manySessions(4 * rowsPerStep + 1);
    await passMinute();
    await vi.waitFor(async () => expect(await sessionsOf(projectId)).toBe(0), 30_000);
  });
});

describe("scheduled tasks", () => {
  const fire = (tasks: ScheduledTask[], cron = everyMinute) =>
    scheduledHandler(tasks)(createScheduledController({ cron }), env, createExecutionContext());

  it("run on their own trigger only", async () => {
    const ran: string[] = [];
    const task = (name: string, cron: string) =>
      scheduledTask({
        name,
        isOfFirstShard: true,
        cron,
        step: async () => {
          ran.push(name);
          return "done";
        },
      });
    await fire([task("each-minute", everyMinute), task("each-night", "0 3 * * *")], "0 3 * * *");
    expect(ran).toEqual(["each-night"]);
  });

  it("do not stop each other when one fails, which is logged without its message", async () => {
    const printed = printedErrors();
    const step = vi.fn<ScheduledTask["step"]>(async () => "done");
    const failing = scheduledTask({
      name: "failing",
      isOfFirstShard: true,
      cron: everyMinute,
      step: async () => {
        throw new Error("secret-of-a-user");
      },
    });
    await expect(
      fire([failing, scheduledTask({ name: "other", isOfFirstShard: true, cron: everyMinute, step })]),
    ).rejects.toThrow(/^Failed tasks: failing$/);
    expect(step).toHaveBeenCalledOnce();
    expect(printed.mock.calls).toEqual([failure("task failing")]);
    expect(JSON.stringify(printed.mock.calls)).not.toContain("secret-of-a-user");
  });
});

describe("steps of a task", () => {
  const consume = async (task: ScheduledTask, message: unknown) => {
    const send = vi.fn(env.TASK_STEPS.send);
    const batch = createMessageBatch("gatehouse-task-steps", [
      { id: "1", timestamp: new Date(), body: message, attempts: 1 },
    ]);
    const context = createExecutionContext();
    const TASK_STEPS = { ...env.TASK_STEPS, send: send.mockResolvedValue({} as never) };
    await queueHandler([taskStepConsumer([task])])(batch, { ...env, TASK_STEPS }, context);
    const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
    return { sent: send.mock.calls.map(([body]) => body), explicitAcks, retryMessages };
  };
  const endless = scheduledTask({ name: "endless", isOfFirstShard: true, cron: everyMinute, step: async () => "more" });

  it("follow each other up to the hundredth, so that a task that is never done ends", async () => {
    expect((await consume(endless, { task: "endless", step: 2 })).sent).toEqual([
      { task: "endless", shard: 0, step: 3 },
    ]);
    expect((await consume(endless, { task: "endless", step: 100 })).sent).toEqual([]);
  });

  it("of a task that is no more are dropped", async () => {
    expect(await consume(endless, { task: "removed", step: 2 })).toMatchObject({ sent: [], explicitAcks: ["1"] });
  });
});

describe("queue consumers", () => {
  const deliver = async (attempts: number, ...bodies: unknown[]) => {
    const consumed: string[] = [];
    const consumer = queueConsumer({
      queue: "test",
      message: z.string(),
      consume: async (body) => {
        if (body === "bad") throw new Error("secret-of-a-user");
        consumed.push(body);
      },
    });
    const messages = bodies.map((body, index) => ({ id: `${index}`, timestamp: new Date(), body, attempts }));
    const batch = createMessageBatch("test", messages);
    const retries = batch.messages.map((message) => vi.spyOn(message, "retry"));
    const context = createExecutionContext();
    await queueHandler([consumer])(batch, env, context);
    const { explicitAcks } = await getQueueResult(batch, context);
    return { consumed, explicitAcks, retries: retries.map(({ mock }) => mock.calls.flat()) };
  };

  it("acknowledge each message by itself and retry what fails, later each time", async () => {
    const printed = printedErrors();
    expect(await deliver(1, "one", "bad", "two")).toMatchObject({
      consumed: ["one", "two"],
      explicitAcks: ["0", "2"],
      retries: [[], [{ delaySeconds: 10 }], []],
    });
    expect((await deliver(3, "bad")).retries).toEqual([[{ delaySeconds: 40 }]]);
    expect(printed.mock.calls).toEqual([failure("message of test"), failure("message of test")]);
    expect(JSON.stringify(printed.mock.calls)).not.toContain("secret-of-a-user");
  });

  it("acknowledge a message whose work is long, log its failure, and do not wait for it", async () => {
    const printed = printedErrors();
    const work = Promise.withResolvers<void>();
    const consumer = queueConsumer({
      queue: "test",
      message: z.string(),
      acknowledgeAfterMillis: 1,
      consume: (body) => (body === "long" ? work.promise : Promise.resolve()),
    });
    const messages = ["long", "short"].map((body) => ({ id: body, timestamp: new Date(), body, attempts: 1 }));
    const batch = createMessageBatch("test", messages);
    const context = createExecutionContext();
    await queueHandler([consumer])(batch, env, context);
    expect(printed).not.toHaveBeenCalled();
    work.reject(new Error("secret-of-a-user"));
    expect((await getQueueResult(batch, context)).explicitAcks).toEqual(["long", "short"]);
    expect(printed.mock.calls).toEqual([failure("message of test")]);
  });

  it("take the dead letters of their queue when an operator gives them to the Worker again", async () => {
    const consumed: string[] = [];
    const consumer = queueConsumer({
      queue: "test",
      message: z.string(),
      consume: async (body) => void consumed.push(body),
    });
    const message = { id: "1", timestamp: new Date(), body: "late", attempts: 1 };
    const context = createExecutionContext();
    await queueHandler([consumer])(createMessageBatch("test-dead-letters", [message]), env, context);
    expect(consumed).toEqual(["late"]);
  });

  it("are never given a message of another shape", async () => {
    const printed = printedErrors();
    expect(await deliver(1, { not: "a string" })).toMatchObject({ consumed: [], explicitAcks: [] });
    expect(printed).toHaveBeenCalledOnce();
  });

  it("fail a batch of a queue that has none, which the platform then retries", async () => {
    await expect(queueHandler([])(createMessageBatch("unknown", []), env, createExecutionContext())).rejects.toThrow(
      "No job consumes the queue unknown",
    );
  });
});
