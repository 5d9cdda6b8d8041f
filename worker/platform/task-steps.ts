import * as z from "zod";
import { type QueueConsumer, queueConsumer, type ScheduledTask } from "./jobs";
import type { PlatformTools } from "./tools";

/** The most steps of one task on one trigger. What is left then waits for the next trigger. */
const maxSteps = 100;

const TaskStep = z.object({ task: z.string(), step: z.int() });

/** Runs a step of a task, and queues the next one when there is more to do. */
export async function runStep(task: ScheduledTask, step: number, tools: PlatformTools): Promise<void> {
  const outcome = await task.step(tools);
  if (outcome === "more" && step < maxSteps) {
    await tools.taskSteps.send({ task: task.name, step: step + 1 } satisfies z.infer<typeof TaskStep>);
  }
}

/** Queues the first step of a task, which then does not wait for its trigger. */
export async function startTask(task: ScheduledTask, { taskSteps }: Pick<PlatformTools, "taskSteps">): Promise<void> {
  await taskSteps.send({ task: task.name, step: 1 } satisfies z.infer<typeof TaskStep>);
}

/** Consumes the queue that `runStep` sends to. */
export function taskStepConsumer(tasks: readonly ScheduledTask[]): QueueConsumer {
  return queueConsumer({
    queue: "gatehouse-task-steps",
    message: TaskStep,
    consume: async ({ task: name, step }, tools) => {
      // A deployment in between may have removed the task.
      const task = tasks.find((one) => one.name === name);
      if (task) await runStep(task, step, tools);
    },
  });
}
