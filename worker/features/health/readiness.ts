import { selectAnything } from "../../db/projects/queries";
import type { Settings } from "../../platform/env";
import { lazyModule } from "../../platform/lazy-module";
import { parseSmtpUrl } from "../../platform/smtp-url";
import type { PlatformTools } from "../../platform/tools";

// Monitors alone ask for it.
const mailServers = lazyModule(() => import("../../platform/mail-server-connection"));

/** Checks what the product cannot work without. */
const parts = {
  database: async ({ shards }: PlatformTools) => {
    await Promise.all(shards.map((db) => db.batch([selectAnything(db)])));
    return true;
  },
  // A step of a task that does not exist: its consumer drops it.
  queues: async ({ taskSteps }: PlatformTools) => {
    await taskSteps.send({ task: "readiness", step: 1 });
    return true;
  },
  mail: async ({ settings }: PlatformTools) =>
    (await mailServers()).respondsAsMailServer(parseSmtpUrl(settings.smtpUrl)),
} satisfies Record<string, (tools: PlatformTools) => Promise<boolean>>;

type Part = keyof typeof parts;

/** Says whether everything works, and each part by itself: nothing of why, which could name hosts or users. */
interface Readiness {
  ready: boolean;
  parts: Record<Part, "ok" | "failed" | "timeout">;
  checked_at_millis: number;
}

/** The most that a check takes, in milliseconds, whatever its servers do. */
const maxCheckMillis = 5_000;

/** Sets for how long a result counts: checks cannot be used to send many requests to a mail server. */
const keptMillis = 10_000;

interface Checks {
  latest?: Readiness;
  /** Is the time at which the check that is under way began. */
  startedAt?: number;
}

/** By settings, which live as long as the isolate. */
const checksBySettings = new WeakMap<Settings, Checks>();

/** Returns what the latest check found. One runs at a time in an isolate, and the next after ten seconds at the earliest. */
export async function readReadiness(tools: PlatformTools): Promise<Readiness> {
  const { settings } = tools;
  const checks = checksBySettings.get(settings) ?? {};
  checksBySettings.set(settings, checks);
  const { latest, startedAt } = checks;
  if (latest && Date.now() < latest.checked_at_millis + keptMillis) return latest;
  const limit = Math.min(maxCheckMillis, settings.outboundTimeoutMs);
  if (startedAt !== undefined && Date.now() < startedAt + 2 * limit) return latest ?? waitForCheck(checks, limit);
  checks.startedAt = Date.now();
  checks.latest = await check(tools, limit);
  delete checks.startedAt;
  return checks.latest;
}

async function check(tools: PlatformTools, limit: number): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, works]) => [name, await within(limit, works(tools))] as const),
  );
  const found = Object.fromEntries(results) as Readiness["parts"];
  const ready = Object.values(found).every((each) => each === "ok");
  return { ready, parts: found, checked_at_millis: Date.now() };
}

async function within(limit: number, work: Promise<boolean>): Promise<"ok" | "failed" | "timeout"> {
  const outcome = work.then(
    (works) => (works ? "ok" : "failed"),
    () => "failed" as const,
  );
  const late = Promise.withResolvers<"timeout">();
  const timer = setTimeout(() => late.resolve("timeout"), limit);
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Looks again and again, because a request cannot wait for a promise of another one. */
async function waitForCheck(checks: Checks, limit: number): Promise<Readiness> {
  const until = Date.now() + 2 * limit;
  while (!checks.latest && Date.now() < until) await scheduler.wait(25);
  const unknown = { database: "timeout", queues: "timeout", mail: "timeout" } as const;
  return checks.latest ?? { ready: false, parts: unknown, checked_at_millis: Date.now() };
}
