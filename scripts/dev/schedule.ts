import { readWorkerConfig } from "./worker-config";

const MINUTE_MS = 60_000;

/**
 * Calls the Worker's scheduled handler every minute, as the hosted platform does for the cron trigger of wrangler.toml;
 * workerd has no clock of its own for that. Without a trigger it does nothing. A run that fails shows in the API's output.
 */
export function startSchedule(apiUrl: string): { stop(): Promise<void> } {
  const crons = readWorkerConfig().triggers?.crons ?? [];
  const unsupported = crons.find((cron) => cron !== "* * * * *");
  if (unsupported) throw new Error(`Only the cron trigger "* * * * *" runs locally, not "${unsupported}".`);
  const timer = setInterval(() => {
    for (const cron of crons) void runScheduled(apiUrl, cron).catch(() => undefined);
  }, MINUTE_MS);
  return { stop: async () => clearInterval(timer) };
}

/** Runs the Worker's scheduled handler once, now. Throws when the handler fails. */
export async function runScheduled(apiUrl: string, cron = "* * * * *"): Promise<void> {
  const response = await fetch(`${apiUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`);
  const outcome = await response.text();
  if (!response.ok) throw new Error(`The scheduled handler failed: ${outcome}`);
}
