import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../index";
import { everyMinute, type ScheduledTask, type StepOutcome } from "../platform/jobs";
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

/** Runs one step of a task, with what it cost. */
export async function stepOf(
  task: ScheduledTask,
  settings: Record<string, string> = {},
): Promise<{ outcome: StepOutcome; cost: Trace }> {
  const tools = openTools({ ...env, ...settings });
  return { outcome: await task.step(tools), cost: tools.trace };
}
