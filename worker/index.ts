import { app } from "./app";
import { queueHandler, scheduledHandler } from "./platform/job-runner";

export { CliLogin } from "./features/auth/cli/cli-login.object";
export { AttemptCounter } from "./platform/attempt-counter.object";

export default {
  fetch: app.fetch,
  // What runs beside requests is loaded by the first trigger or message: most isolates have none.
  async scheduled(...given) {
    const { scheduledTasks } = await import("./jobs");
    return scheduledHandler(scheduledTasks)(...given);
  },
  async queue(...given) {
    const { queueConsumers } = await import("./jobs");
    return queueHandler(queueConsumers)(...given);
  },
} satisfies ExportedHandler<Env>;
