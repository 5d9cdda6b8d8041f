import { bookmarkHeader } from "../protocol/request-headers";
import { type Database, openDatabase } from "./database";
import { readSettings, type Settings } from "./env";
import { type EndUserIp, endUserAgent, endUserIp, type NetworkPlace, networkPlace } from "./geo";
import { type Limits, openLimits } from "./rate-limits";
import { openReads, type ReadSession, type Reads, type StatementRunner } from "./read-replicas";
import { newTrace, type Trace } from "./trace";

/** What requests, scheduled tasks and queue messages all work with. Opened anew for each, so that the trace counts its cost alone. */
export interface PlatformTools {
  db: Database;
  settings: Settings;
  /** Names what is deployed: another one may respond otherwise. */
  version: string;
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
  /** Where `db` reads from. */
  reads: ReadSession;
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

/** What is decided of a request's reads before anything is read. */
export interface ReadRules {
  from: Reads;
  /** Whether the client takes a bookmark for its next request. */
  wantsBookmark: boolean;
}

/** @param database what D1 is reached through; its binding where all is read from the primary */
export function openTools(env: Env, database: StatementRunner = env.DB): PlatformTools {
  const trace = newTrace();
  const announced = new Set<string>();
  return {
    db: openDatabase(database, trace, announced),
    announced,
    settings: readSettings(env),
    version: env.VERSION.id,
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

export function openRequestTools(
  env: Env,
  request: Request,
  { from, wantsBookmark }: ReadRules = { from: "primary", wantsBookmark: false },
): Tools {
  const settings = readSettings(env);
  const reads = openReads(env.DB, {
    name: "DB",
    reads: from,
    bookmark: request.headers.get(bookmarkHeader),
    wantsBookmark,
    serverSecret: settings.serverSecrets.current,
    maxAgeMillis: settings.accessTokenSeconds * 1000,
  });
  const tools = openTools(env, reads.database);
  return {
    ...tools,
    reads,
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
