import { type SealCount, sealCounts } from "../../worker/db/seal-counts";
import { shardBindings, withDatabases } from "../deploy/deployed-databases";
import type { Wrangler } from "../deploy/resources";
import { readWorkerConfig } from "../dev/worker-config";

/** Counts in the local databases under `dataDir`. */
export async function countLocally(wrangler: Wrangler, dataDir: string): Promise<SealCount[]> {
  return await countWith(wrangler, ["--local", "--persist-to", dataDir]);
}

/** Counts in the deployed databases, which are found by their names. */
export async function countDeployed(wrangler: Wrangler): Promise<SealCount[]> {
  return await withDatabases(wrangler, readWorkerConfig(), (options) => countWith(wrangler, ["--remote", ...options]));
}

/** The counts of all databases together. */
async function countWith(wrangler: Wrangler, where: readonly string[]): Promise<SealCount[]> {
  const counts = new Map<string, SealCount>();
  for (const binding of shardBindings(readWorkerConfig())) {
    const output = await wrangler(["d1", "execute", binding, "--json", "--command", sealCounts, ...where]);
    const [{ results }]: [{ results: SealCount[] }] = JSON.parse(output);
    for (const each of results) {
      const key = `${each.kind} ${each.seal}`;
      counts.set(key, { ...each, count: each.count + (counts.get(key)?.count ?? 0) });
    }
  }
  return [...counts.values()];
}
