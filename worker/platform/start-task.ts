import type { TaskStep } from "./task-steps";
import type { PlatformTools } from "./tools";

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
