import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureAssets } from "../build/assets";
import { REPOSITORY, WRANGLER, wranglerEnvironment } from "../platform/wrangler";
import { type ProcessGroup, startProcessGroup } from "./process-group";

/** A busy machine takes minutes, and a Worker that cannot start ends before. */
const START_LIMIT_MS = 300_000;
const PROBE_LIMIT_MS = 2_000;
const POLL_INTERVAL_MS = 100;

export interface ApiOptions {
  port: number;
  /** Names the folder in which workerd keeps the databases. */
  dataDir: string;
  /** Every variable of the Worker that wrangler.toml does not fix; these win over wrangler.toml. */
  vars: Record<string, string>;
  /** Takes the Worker's own output, which is kept for error messages in any case. */
  log?: NodeJS.WritableStream;
  /** Called when the started API ends, for whatever reason. */
  onExit?: (reason: string) => void;
}

export interface RunningApi {
  stop(): Promise<void>;
  /** Ends workerd and wrangler at once, as a crash would. */
  kill(): Promise<void>;
  /** Returns what the Worker has printed lately. */
  output(): string;
}

/**
 * Starts the API in workerd (`wrangler dev`, which rebuilds it when a source file changes) and waits until `GET /health`
 * responds with 200. Throws with the Worker's output when it does not come up.
 */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { port, dataDir, vars } = options;
  await Promise.all([ensureAssets(), mkdir(dataDir, { recursive: true })]);
  const envFile = path.join(dataDir, "api.env");
  await writeFile(envFile, formatEnvFile(vars), { mode: 0o600 });

  const group = startProcessGroup(
    WRANGLER.script,
    [
      ...["dev", "--cwd", REPOSITORY, "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
      ...["--persist-to", dataDir, "--env-file", envFile],
      ...["--show-interactive-dev-session", "false", "--log-level", logLevelFor(vars)],
      // Without it wrangler warns at every start that cron triggers have to be fired by hand, which `npm run dev` does.
      "--test-scheduled",
    ],
    { env: wranglerEnvironment(), log: options.log },
  );

  const api = await whenHealthy(group, port, options);
  if (options.onExit) void group.exited.then(options.onExit);
  return api;
}

/** Waits until `GET /health` responds with 200. Kills what was started, and throws with its output, when it does not come up. */
export async function whenHealthy(
  group: ProcessGroup,
  port: number,
  { log }: Pick<ApiOptions, "log"> = {},
): Promise<RunningApi> {
  const failure = await Promise.race([
    group.exited.then((reason) => `stopped (${reason})`),
    healthFailure(port, group),
  ]);
  if (failure !== undefined) {
    await group.kill();
    throw new Error(`The API ${failure}.\n${log ? "" : group.output()}`.trimEnd());
  }
  return { stop: group.stop, kill: group.kill, output: group.output };
}

/** Wrangler prints what the Worker logs, such as the log of requests, among lines of its own. */
function logLevelFor({ REQUEST_LOG }: Record<string, string>): string {
  return REQUEST_LOG === "on" ? "log" : "warn";
}

/** Waits until `GET /health` responds with 200, or returns what went wrong if it never does. */
async function healthFailure(port: number, group: ProcessGroup): Promise<string | undefined> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    // Wrangler holds a request until a Worker can handle it, hence the limit.
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return undefined;
    // Wrangler would wait for the sources to be mended.
    if (group.output().includes("Build failed with")) return "could not be built";
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return `did not respond to GET /health with 200 within ${START_LIMIT_MS / 1000} seconds`;
}

/**
 * One variable a line, in a quote that its value does not hold: env files have no escape for it. A backslash before the
 * last quote would keep it from ending the value, so such a value stands without. Wrangler expands `$NAME` in any quotes,
 * so a dollar sign is escaped.
 */
function formatEnvFile(vars: Record<string, string>): string {
  const lines = Object.entries(vars).map(([name, value]) => {
    const quote = quoteFor(value);
    if (quote === undefined) {
      throw new Error(
        `${name} contains what no env file can represent: all kinds of quotes, or a backslash at its end.`,
      );
    }
    return `${name}=${quote}${value.replaceAll("$", "\\$")}${quote}\n`;
  });
  return lines.join("");
}

function quoteFor(value: string): string | undefined {
  if (value.endsWith("\\")) return /^[^\s#'"`][^#\r\n]*$/.test(value) ? "" : undefined;
  return ["'", "`", '"'].find((sign) => !value.includes(sign));
}
