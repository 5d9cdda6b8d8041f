import { experimental_readRawConfig as readRawConfig } from "wrangler";
import { REPOSITORY } from "./wrangler";

/** The part of wrangler.toml that scripts read. (Wrangler's own type is of a package that it does not install.) */
export interface WorkerConfig {
  name: string;
  vars?: Record<string, string>;
  triggers?: { crons?: string[] };
  d1_databases?: { binding: string; database_name: string; database_id: string }[];
  kv_namespaces?: { binding: string; id: string }[];
  queues?: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
}

/** Reads wrangler.toml as it is written; what is not in `WorkerConfig` is there all the same. */
export function readWorkerConfig(): WorkerConfig {
  return readRawConfig({ config: `${REPOSITORY}/wrangler.toml` }).rawConfig;
}
