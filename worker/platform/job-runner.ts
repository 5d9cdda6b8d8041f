import { logFault } from "../protocol/fault-log";
import type { QueueConsumer, ScheduledTask } from "./jobs";
import { bindingName, type Shard, seenShards, shardBindings } from "./shards";
import { runStep, shardsOf } from "./task-steps";
import { openTools } from "./tools";

/** Doubles with each attempt. How often a message is retried is set in wrangler.toml. */
const firstRetrySeconds = 10;

/**
 * The Worker's `scheduled` handler: runs every task of the trigger, side by side. A task that fails is logged and does not
 * stop the others; the invocation fails afterwards, for the platform to count it.
 */
export function scheduledHandler(tasks: readonly ScheduledTask[]): ExportedHandlerScheduledHandler<Env> {
  return async ({ cron }, env) => {
    const due = tasks.filter((task) => task.cron === cron);
    const shards = shardBindings(env);
    const runs = due.flatMap((task) => shardsOf(task, shards.length).map((shard) => ({ task, shard })));
    const outcomes = await Promise.all(
      runs.map(({ task, shard }) =>
        succeeds(`task ${nameOf({ task, shard })}`, () => runStep({ task, shard, step: 1 }, openTools(env))),
      ),
    );
    const failed = runs.filter((_, index) => !outcomes[index]).map(nameOf);
    if (failed.length > 0) throw new Error(`Failed tasks: ${failed.join(", ")}`);
  };
}

/** The Worker's `queue` handler: acknowledges each message by itself, so that one that fails is retried alone. */
export function queueHandler(consumers: readonly QueueConsumer[]): ExportedHandlerQueueHandler<Env> {
  return async ({ queue, messages }, env, context) => {
    const consumer = consumers.find((one) => queue === one.queue || queue === deadLettersOf(one.queue));
    if (!consumer) throw new Error(`No job consumes the queue ${queue}`);
    for (const message of messages) {
      const work = succeeds(`message of ${queue}`, async () => {
        const parsed = consumer.message.parse(message.body);
        return consumer.consume(parsed, openTools(env, projectOf(parsed)));
      });
      context.waitUntil(work);
      if (await isDoneOrLong(work, consumer)) message.ack();
      else message.retry({ delaySeconds: firstRetrySeconds * 2 ** (message.attempts - 1) });
    }
  };
}

function nameOf({ task, shard }: { task: ScheduledTask; shard: Shard }): string {
  return shard === 0 ? task.name : `${task.name} on ${bindingName(shard)}`;
}

/** The project that a message names. It is looked up anew, as what follows may read no row that says whether it has moved. */
function projectOf(message: unknown): string | null {
  const named = typeof message === "object" && message !== null && "projectId" in message ? message.projectId : null;
  if (typeof named !== "string") return null;
  seenShards.forget(named);
  return named;
}

/** Tells whether the work of a message succeeds, or takes longer than the messages after it are to wait. */
function isDoneOrLong(work: Promise<boolean>, { acknowledgeAfterMillis: millis }: QueueConsumer): Promise<boolean> {
  if (millis === undefined) return work;
  return Promise.race([work, new Promise<true>((resolve) => setTimeout(resolve, millis, true))]);
}

/** The queue of what has failed for good, by its name in wrangler.toml. An operator may give it to the Worker again. */
function deadLettersOf(queue: string): string {
  return `${queue}-dead-letters`;
}

async function succeeds(operation: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    logFault(error, { operation });
    return false;
  }
}
