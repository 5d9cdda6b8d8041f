import type { Context } from "hono";
import { type Database, openDatabase } from "./database";
import { readSettings, type Settings } from "./env";
import { type EndUserIp, endUserIp } from "./geo";
import { type Limits, openLimits } from "./rate-limits";
import { newTrace, type Trace } from "./trace";

/** What every handler works with. Made anew for each call; the trace counts what the call costs. */
export interface Tools {
  db: Database;
  settings: Settings;
  trace: Trace;
  /** Images by content hash. */
  images: KVNamespace;
  /** Logins from command lines. */
  cliLogins: Env["CLI_LOGIN"];
  /** What counts calls and attempts; null where limits are off. */
  limits: Limits | null;
  /** Where the call came from, when it came from a browser. */
  endUserIp: EndUserIp | null;
}

export function openTools(context: Context<{ Bindings: Env }>): Tools {
  const trace = newTrace();
  const settings = readSettings(context.env);
  return {
    db: openDatabase(context.env.DB, trace),
    settings,
    trace,
    images: context.env.IMAGES,
    cliLogins: context.env.CLI_LOGIN,
    limits: settings.limitsCalls ? openLimits(context.env, context.req.raw) : null,
    endUserIp: endUserIp(context.req.raw),
  };
}

/** `Server-Timing` with the counts of a traced call. */
export function costOf({ settings, trace }: Tools): string | undefined {
  if (!settings.traces) return undefined;
  const counts = { d1: trace.d1, rows_read: trace.rowsRead, rows_written: trace.rowsWritten, hashes: trace.hashes };
  return Object.entries(counts)
    .map(([name, count]) => `${name};desc="${count}"`)
    .join(", ");
}
