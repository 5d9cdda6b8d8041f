import { app } from "./app";
import { queueHandler, scheduledHandler } from "./platform/job-runner";
import { lazyModule } from "./platform/lazy-module";
import { underOneName } from "./protocol/server";

export { CliLogin } from "./features/auth/cli/cli-login.object";
export { AttemptCounter } from "./platform/attempt-counter.object";
export { CostlyHashes } from "./platform/password-hash/costly-hashes.object";

// What runs beside requests is loaded by the first trigger or message: most isolates have none.
const jobs = lazyModule(() => import("./jobs"));

export default {
  fetch: (received: Request, env: Env, context: ExecutionContext) =>
    underOneName(received, (request) => app.fetch(request, env, context)),
  async scheduled(...given) {
    const { scheduledTasks } = await jobs();
    return scheduledHandler(scheduledTasks)(...given);
  },
  async queue(...given) {
    const { queueConsumers } = await jobs();
    return queueHandler(queueConsumers)(...given);
  },
} satisfies ExportedHandler<Env>;
