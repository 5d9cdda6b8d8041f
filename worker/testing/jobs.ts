import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../index";
import { everyMinute, type ScheduledTask, type StepOutcome } from "../platform/jobs";
import { openTools } from "../platform/tools";
import type { Trace } from "../platform/trace";

/** Fires the Worker's cron trigger. Steps that follow through the queue run afterwards. */
export async function passMinute(): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: everyMinute }), env, context);
  await waitOnExecutionContext(context);
}

/** Runs one step of a task, with what it cost. */
export async function stepOf(task: ScheduledTask): Promise<{ outcome: StepOutcome; cost: Trace }> {
  const tools = openTools(env);
  return { outcome: await task.step(tools), cost: tools.trace };
}
