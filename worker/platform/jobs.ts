import type * as z from "zod";
import type { PlatformTools } from "./tools";

/** A cron trigger of wrangler.toml, and the only one that `npm run dev` imitates. */
export const everyMinute = "* * * * *";

/** Says whether a task has work left after a step. */
export type StepOutcome = "done" | "more";

/** Work that a cron trigger starts. */
export interface ScheduledTask {
  kind: "scheduled task";
  /** Names the task in the log and in queue messages. */
  name: string;
  /** One of the triggers in wrangler.toml. */
  cron: string;
  /** Is true if its work is that of the whole instance. Any other task works on each shard by itself, whose database is `db`. */
  isOfFirstShard?: true;
  /** Does a bounded part of the work. On "more" the next step follows at once, as an invocation of its own. */
  step(tools: PlatformTools): Promise<StepOutcome>;
}

/** Work on the messages of one queue. */
export interface QueueConsumer<Message = unknown> {
  kind: "queue consumer";
  /** The queue's name in wrangler.toml. */
  queue: string;
  message: z.ZodType<Message>;
  /** Handles one message. Queues deliver at least once, and a message that throws comes again, so it must be idempotent. */
  consume(message: Message, tools: PlatformTools): Promise<void>;
  /**
   * After so long the next messages no longer wait for this one. It is acknowledged, and its work goes on beside theirs, for the 30
   * seconds that the platform gives it. What fails from then on does not come again by the queue.
   */
  acknowledgeAfterMillis?: number;
}

export type Job = ScheduledTask | QueueConsumer;

export function scheduledTask(task: Omit<ScheduledTask, "kind">): ScheduledTask {
  return { ...task, kind: "scheduled task" };
}

export function queueConsumer<Message>(consumer: Omit<QueueConsumer<Message>, "kind">): QueueConsumer {
  return {
    ...consumer,
    kind: "queue consumer",
    consume: (message, tools) => consumer.consume(message as Message, tools),
  };
}

/** The jobs among a module's exports. */
export function jobsOf(module: Record<string, unknown>): Job[] {
  return Object.values(module).filter(isJob);
}

function isJob(value: unknown): value is Job {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
  return kind === "scheduled task" || kind === "queue consumer";
}
