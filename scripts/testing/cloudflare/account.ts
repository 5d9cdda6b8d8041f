import type { DatabaseSync } from "node:sqlite";

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
