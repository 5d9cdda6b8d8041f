import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { REPOSITORY } from "./wrangler";

/** The part of wrangler.toml that scripts read. */
export interface WorkerConfig {
  name: string;
  vars?: Record<string, string>;
  triggers?: { crons?: string[] };
  d1_databases?: { binding: string; database_name: string; database_id: string }[];
  kv_namespaces?: { binding: string; id: string }[];
  worker_loaders?: { binding: string }[];
  queues?: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
}

/** Reads wrangler.toml as it is written; what is not in `WorkerConfig` is there all the same. */
export function readWorkerConfig(): WorkerConfig {
  // Wrangler could read it too, but takes a second to load, which every `npm run dev` would wait for.
  return parse(readFileSync(path.join(REPOSITORY, "wrangler.toml"), "utf8")) as object as WorkerConfig;
}

/** The bindings of the databases, by the numbers of their shards. */
export function shardBindings({ d1_databases: databases = [] }: WorkerConfig): string[] {
  return databases.map(({ binding }) => binding);
}
