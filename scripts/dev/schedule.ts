import { readWorkerConfig } from "../platform/worker-config";

const EVERY_MINUTE = "* * * * *";
const MINUTE_MS = 60_000;

/**
 * Runs the Worker's scheduled tasks at once and then every minute, as the hosted platform does for the cron triggers of
 * wrangler.toml. This is needed because workerd has no clock of its own for that. A run that fails shows in the API's output.
 */
export function startSchedule(apiUrl: string): { stop(): Promise<void> } {
  const crons = readWorkerConfig().triggers?.crons ?? [];
  const unsupported = crons.find((cron) => cron !== EVERY_MINUTE);
  if (unsupported) throw new Error(`Only the cron trigger "${EVERY_MINUTE}" runs locally, not "${unsupported}".`);
  const run = () => {
    for (const cron of crons) void runScheduled(apiUrl, cron).catch(() => undefined);
  };
  run();
  const timer = setInterval(run, MINUTE_MS);
  return { stop: async () => clearInterval(timer) };
}

/** Runs the Worker's scheduled tasks once, now. Throws when one of them fails. */
export async function runScheduled(apiUrl: string, cron = EVERY_MINUTE): Promise<void> {
  const response = await fetch(`${apiUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`);
  const outcome = await response.text();
  if (!response.ok) throw new Error(`The scheduled tasks failed: ${outcome}`);
}
