import { app } from "./app";

export { CliLogin } from "./features/auth/cli/cli-login.object";
export { AttemptCounter } from "./platform/attempt-counter.object";

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
