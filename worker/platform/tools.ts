import { type Database, openDatabase } from "./database";
import { readSettings, type Settings } from "./env";
import { type EndUserIp, endUserAgent, endUserIp, type NetworkPlace, networkPlace } from "./geo";
import { type Limits, openLimits } from "./rate-limits";
import { newTrace, type Trace } from "./trace";

/** What requests, scheduled tasks and queue messages all work with. Opened anew for each, so that the trace counts its cost alone. */
export interface PlatformTools {
  db: Database;
  settings: Settings;
  trace: Trace;
  /** Images by content hash. */
  images: KVNamespace;
  /** Values of data vaults, encrypted. */
  vault: KVNamespace;
  /** Files that are built beside the Worker. */
  assets: Fetcher;
  /** Loads isolates for the sources of users; null in an installation without it. */
  sandbox: WorkerLoader | null;
  /** The counters of attempts. */
  attempts: Env["ATTEMPTS"];
  /** Logins from command lines. */
  cliLogins: Env["CLI_LOGIN"];
  /** The queue of steps that scheduled tasks have left. */
  taskSteps: Env["TASK_STEPS"];
  /** The queue of reset mails that were requested. */
  resetMails: Env["RESET_MAILS"];
  /** The queue of webhook endpoints with something to send. */
  webhooks: Env["WEBHOOKS"];
  /** What statements have announced so far, to be queued once the response is sent. */
  announced: ReadonlySet<string>;
  /** The queue of mails to many that are to be delivered. */
  emailSends: Env["EMAIL_SENDS"];
}

/** What belongs to one request. */
export interface RequestTools {
  /** The counters of requests and attempts; null where rate limits are off. */
  limits: Limits | null;
  /** Where the request came from, when a browser sent it. */
  endUserIp: EndUserIp | null;
  /** How that browser names itself. */
  endUserAgent: string | null;
  /** What sent the request, browser or program: its place, and how it names itself. */
  sender: { place: NetworkPlace | null; userAgent: string };
}

/** What every handler works with. */
export type Tools = PlatformTools & RequestTools;

export function openTools(env: Env): PlatformTools {
  const trace = newTrace();
  const announced = new Set<string>();
  return {
    db: openDatabase(env.DB, trace, announced),
    announced,
    settings: readSettings(env),
    trace,
    images: env.IMAGES,
    vault: env.VAULT,
    assets: env.ASSETS,
    sandbox: env.SANDBOX ?? null,
    attempts: env.ATTEMPTS,
    cliLogins: env.CLI_LOGIN,
    taskSteps: env.TASK_STEPS,
    resetMails: env.RESET_MAILS,
    webhooks: env.WEBHOOKS,
    emailSends: env.EMAIL_SENDS,
  };
}

export function openRequestTools(env: Env, request: Request): Tools {
  const tools = openTools(env);
  return {
    ...tools,
    limits: tools.settings.limitsRequests ? openLimits(env, request) : null,
    endUserIp: endUserIp(request),
    endUserAgent: endUserAgent(request),
    sender: { place: networkPlace(request), userAgent: request.headers.get("user-agent") ?? "" },
  };
}

/** `Server-Timing` with the counts of a traced request. */
export function costOf({ settings, trace }: Tools): string | undefined {
  if (!settings.traces) return undefined;
  const counts = { d1: trace.d1, rows_read: trace.rowsRead, rows_written: trace.rowsWritten, hashes: trace.hashes };
  return Object.entries(counts)
    .map(([name, count]) => `${name};desc="${count}"`)
    .join(", ");
}
