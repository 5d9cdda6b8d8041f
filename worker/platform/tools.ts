import {
  bookmarkHeader,
  type ClientVersion,
  clientName,
  readClientVersion,
  readProjectId,
} from "../protocol/request-headers";
import type { Database } from "./database";
import { type Databases, openDatabases } from "./databases";
import { readSettings, type Settings } from "./env";
import { type EndUserIp, endUserAgent, endUserIp, type NetworkPlace, networkPlace } from "./geo";
import { networkOfRequest } from "./networks";
import { claimedVisitor, type Limits, openLimits } from "./rate-limits";
import type { Reads, StatementRunner } from "./read-replicas";
import { openShardReads, type ShardReads } from "./shard-reads";
import { shardBindings } from "./shards";
import { watchFullness } from "./tight-databases";
import { newTrace, type Trace } from "./trace";
import { type Turn, turnOf, waitToHash } from "./turns";

/** Holds what requests, scheduled tasks and queue messages all work with. Opened anew for each, so that the trace counts its cost alone. */
export interface PlatformTools extends Databases {
  /**
   * The database of the project that a request or a message names, else the first one. In a step of a task, the shard that the step
   * works on.
   */
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
  /** Loads isolates for the sources of users; null in an instance without it. */
  sandbox: WorkerLoader | null;
  /** The counters of attempts. */
  attempts: Env["ATTEMPTS"];
  /** Waits until the project of a request may compute another hash in this isolate; or says when to try again. */
  hashTurn(): Promise<{ retryAfterMillis: number } | undefined>;
  /** Computes the hashes of passwords that cost too much here; each by its project's id. */
  costlyHashes: Env["COSTLY_HASHES"];
  /** Logins from command lines. */
  cliLogins: Env["CLI_LOGIN"];
  /** The queue of steps that scheduled tasks have left. */
  taskSteps: Env["TASK_STEPS"];
  /** The queue of reset emails that were requested. */
  resetEmails: Env["RESET_MAILS"];
  /** The queue of webhook endpoints with something to send. */
  webhooks: Env["WEBHOOKS"];
  /** The projects that statements have announced work for so far, to be queued once the response is sent. */
  announced: ReadonlySet<string>;
  /** The queue of bulk emails that are to be delivered. */
  emailSends: Env["EMAIL_SENDS"];
}

/** Holds what belongs to one request. */
export interface RequestTools {
  /** Says where `db` reads from. */
  reads: ShardReads;
  /** Its place among the others of the isolate. */
  turn: Turn;
  /** The counters of requests and attempts; null where rate limits are off. */
  limits: Limits | null;
  /** Holds where the request came from, when a browser sent it. */
  endUserIp: EndUserIp | null;
  /** Holds how that browser names itself. */
  endUserAgent: string | null;
  /** Says what sent the request, browser or program: its place, and how it names itself. */
  sender: { place: NetworkPlace | null; userAgent: string };
  /** Says which program sent the request: its own network, the version of its client, if it names one, and how it names itself. */
  client: { network: string; name: string; version: ClientVersion | null };
  /** The address that a project's server says its visitor has, whoever has written it. */
  claimedVisitor: string | null;
}

/** Holds what every handler works with. */
export type Tools = PlatformTools & RequestTools;

/** Holds what is decided of a request's reads before anything is read. */
export interface ReadRules {
  from: Reads;
  /** Is true if the client takes a bookmark for its next request. */
  wantsBookmark: boolean;
}

/**
 * @param projectId the project that the work is for, if it is for one
 * @param runners what the shards are reached through; their bindings where all is read from the primary
 */
export function openTools(
  env: Env,
  projectId: string | null = null,
  runners: readonly [StatementRunner, ...StatementRunner[]] = shardBindings(env),
): PlatformTools {
  const trace = newTrace();
  const announced = new Set<string>();
  const settings = readSettings(env);
  const watched = runners.map((runner, number) => watchFullness(runner, number, { settings, trace }));
  const databases = openDatabases(watched as [StatementRunner, ...StatementRunner[]], {
    directory: env.DB,
    trace,
    announced,
  });
  return {
    ...databases,
    db: projectId === null ? databases.firstDb : databases.dbOf(projectId),
    announced,
    settings,
    version: env.VERSION.id,
    trace,
    images: env.IMAGES,
    vault: env.VAULT,
    assets: env.ASSETS,
    sandbox: env.SANDBOX ?? null,
    attempts: env.ATTEMPTS,
    hashTurn: () => waitToHash({ projectId, network: "" }, settings),
    costlyHashes: env.COSTLY_HASHES,
    cliLogins: env.CLI_LOGIN,
    taskSteps: env.TASK_STEPS,
    resetEmails: env.RESET_MAILS,
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
  const projectId = readProjectId(request.headers);
  const requester = { projectId, network: networkOfRequest(request) };
  const reads = openShardReads(shardBindings(env), projectId, {
    reads: from,
    bookmark: request.headers.get(bookmarkHeader),
    wantsBookmark,
    serverSecret: settings.serverSecrets.current,
    maxAgeMillis: settings.accessTokenSeconds * 1000,
  });
  const tools = openTools(env, projectId, reads.runners);
  return {
    ...tools,
    reads,
    turn: turnOf(requester, { isLimited: settings.limitsRequests }),
    hashTurn: () => waitToHash(requester, settings),
    limits: tools.settings.limitsRequests ? openLimits(env, request) : null,
    endUserIp: endUserIp(request),
    endUserAgent: endUserAgent(request),
    sender: { place: networkPlace(request), userAgent: request.headers.get("user-agent") ?? "" },
    client: {
      network: requester.network,
      name: clientName(request.headers),
      version: readClientVersion(request.headers),
    },
    claimedVisitor: claimedVisitor(request),
  };
}

/** The tools of a request that does not name its project in a header, once the project is known. */
export function inProject<T extends Pick<PlatformTools, "db" | "dbOf">>(tools: T, projectId: string): T {
  return { ...tools, db: tools.dbOf(projectId) };
}

/** `Server-Timing` with the counts of a traced request, and what is used of the shares that it has taken of. */
export function costOf({ settings, trace }: Tools): string | undefined {
  if (!settings.traces) return undefined;
  const counts = { d1: trace.d1, rows_read: trace.rowsRead, rows_written: trace.rowsWritten, hashes: trace.hashes };
  const shares = Object.entries(trace.shares ?? {}).map(([name, { used, limit }]) => [name, `${used} of ${limit}`]);
  return [...Object.entries(counts), ...shares].map(([name, text]) => `${name};desc="${text}"`).join(", ");
}
