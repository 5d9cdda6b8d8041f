import * as z from "zod";
import { type QueueConsumer, queueConsumer, type ScheduledTask, type StepOutcome } from "./jobs";
import { isMoving, type Shard } from "./shards";
import type { PlatformTools } from "./tools";

/** The most steps of one task on one trigger. What is left then waits for the next trigger. */
const maxSteps = 100;

const TaskStepMessage = z.object({ task: z.string(), shard: z.int().default(0), step: z.int() });

/** A message that asks for a step. */
type TaskStep = z.input<typeof TaskStepMessage>;

/** A step of a task on a shard. */
interface Step {
  task: ScheduledTask;
  shard: Shard;
  step: number;
}

/** The numbers of the shards that a task works on, of as many as there are. */
export function shardsOf({ isOfFirstShard }: ScheduledTask, count: number): Shard[] {
  return Array.from({ length: isOfFirstShard ? 1 : count }, (_, shard) => shard);
}

/** Runs a step of a task, and queues the next one when there is more to do. */
export async function runStep({ task, shard, step }: Step, tools: PlatformTools): Promise<void> {
  // A deployment in between may have removed the shard.
  const db = tools.shards[shard];
  if (!db) return;
  const outcome = await stepUnlessMoving(task, { ...tools, db });
  if (outcome === "more" && step < maxSteps) {
    await tools.taskSteps.send({ task: task.name, shard, step: step + 1 } satisfies TaskStep);
  }
}

/** While a project leaves a shard, or has just left it, what would write its rows waits for the next trigger. */
async function stepUnlessMoving(task: ScheduledTask, tools: PlatformTools): Promise<StepOutcome> {
  try {
    return await task.step(tools);
  } catch (error) {
    if (isMoving(error)) return "done";
    throw error;
  }
}

/** Consumes the queue that `runStep` sends to. */
export function taskStepConsumer(tasks: readonly ScheduledTask[]): QueueConsumer {
  return queueConsumer({
    queue: "gatehouse-task-steps",
    message: TaskStepMessage,
    consume: async ({ task: name, shard, step }, tools) => {
      // A deployment in between may have removed the task.
      const task = tasks.find((one) => one.name === name);
      if (task) await runStep({ task, shard, step }, tools);
    },
  });
}

/**
 * Queues the first step of a task on each shard, which then does not wait for its trigger.
 *
 * @param task its name: what a task does is loaded where it runs
 */
export async function startTask(
  task: string,
  { taskSteps, shards }: Pick<PlatformTools, "taskSteps" | "shards">,
): Promise<void> {
  await taskSteps.sendBatch(shards.map((_, shard) => ({ body: { task, shard, step: 1 } satisfies TaskStep })));
}
