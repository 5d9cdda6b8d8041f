import type { DatabaseSync } from "node:sqlite";
import type { Context } from "hono";

/** A Worker as it was uploaded. */
export interface Script {
  metadata: Metadata;
  /** The names of its modules. */
  modules: string[];
  secrets: Map<string, string>;
  /** The tag of the last migration of its Durable Objects. */
  migrationTag?: string;
  crons: string[];
  workersDev: boolean;
}

/** The part `metadata` of an upload. */
export interface Metadata {
  bindings: Binding[];
  migrations?: { old_tag?: string; new_tag: string };
  keep_bindings?: string[];
}

export type Binding = { type: string; name: string; [setting: string]: unknown };

export type Queue = { queue_id: string; queue_name: string; consumers: Consumer[] };

type Consumer = { consumer_id: string; script: string; dead_letter_queue?: string; settings: object };

/** Holds what an account has, in the order in which it was made. */
export interface Account {
  /** By their ids. They are real ones, in memory. */
  databases: Map<string, { name: string; sqlite: DatabaseSync; restoredTo?: string | undefined; replication?: string }>;
  /** Titles of KV namespaces, by their ids. */
  namespaces: Map<string, string>;
  queues: Queue[];
  scripts: Map<string, Script>;
  /** Holds what was uploaded for Workers and sites, by its hash. */
  files: Map<string, Buffer>;
  /** The deployments of each Pages project, the newest last: hashes by path. */
  sites: Map<string, Record<string, string>[]>;
}

export function emptyAccount(): Account {
  return {
    databases: new Map(),
    namespaces: new Map(),
    queues: [],
    scripts: new Map(),
    files: new Map(),
    sites: new Map(),
  };
}

/** The envelope of a response that worked. */
export function success(c: Context, result: unknown, total?: number) {
  const count = Array.isArray(result) ? result.length : 1;
  const result_info = { page: 1, per_page: 100, count, total_count: total ?? count, total_pages: 1 };
  return c.json({ success: true, errors: [], messages: [], result, result_info });
}

/** The envelope of a refusal, with one of the API's codes. */
export function failure(c: Context, status: 400 | 401 | 404 | 412 | 500, code: number, message = "failed") {
  return c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);
}

/** The rows of the page that a request asks for. */
export function pageOf<T>(c: Context, rows: T[]): T[] {
  const size = Number(c.req.query("per_page") ?? 100);
  const from = (Number(c.req.query("page") ?? 1) - 1) * size;
  return rows.slice(from, from + size);
}

/** An unsigned token for uploads, in whose form wrangler reads when it expires. */
export function uploadToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp: 4_102_444_800 })}.signature`;
}

/** A part of a form that is text, sent as a field or as a file. */
export async function textOf(part: FormDataEntryValue | null): Promise<string> {
  return typeof part === "string" ? part : ((await part?.text()) ?? "");
}
