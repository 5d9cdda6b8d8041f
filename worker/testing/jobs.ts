import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../index";
import { everyMinute, type ScheduledTask, type StepOutcome } from "../platform/jobs";
import { shardBindings } from "../platform/shards";
import { shardsOf } from "../platform/task-steps";
import { openTools } from "../platform/tools";
import type { Trace } from "../platform/trace";

/**
 * Fires the Worker's cron trigger. Steps that follow through the queue run afterwards.
 *
 * @param settings variables of the Worker's environment that differ from those of all tests
 */
export async function passMinute(settings: Record<string, string> = {}): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: everyMinute }), { ...env, ...settings }, context);
  await waitOnExecutionContext(context);
}

/** Runs one step of a task on each shard, with what it cost on the last, in which the projects of tests are. */
export async function stepOf(
  task: ScheduledTask,
  settings: Record<string, string> = {},
): Promise<{ outcome: StepOutcome; cost: Trace }> {
  const bindings = { ...env, ...settings };
  const steps = await Promise.all(
    shardsOf(task, shardBindings(env).length).map(async (shard) => {
      const tools = openTools(bindings);
      const db = tools.shards[shard] ?? tools.firstDb;
      return { outcome: await task.step({ ...tools, db }), cost: tools.trace };
    }),
  );
  const last = steps.at(-1);
  if (!last) throw new Error("There is no shard");
  return { ...last, outcome: steps.some(({ outcome }) => outcome === "more") ? "more" : "done" };
}
