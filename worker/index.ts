import { app } from "./app";
import { queueConsumers, scheduledTasks } from "./jobs";
import { queueHandler, scheduledHandler } from "./platform/job-runner";

export { CliLogin } from "./features/auth/cli/cli-login.object";
export { AttemptCounter } from "./platform/attempt-counter.object";

export default {
  fetch: app.fetch,
  scheduled: scheduledHandler(scheduledTasks),
  queue: queueHandler(queueConsumers),
} satisfies ExportedHandler<Env>;
