import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type SealCount, sealCounts } from "../../worker/db/seal-counts";
import { findDatabase, type Wrangler } from "../deploy/resources";
import { readWorkerConfig } from "../dev/worker-config";

/** Counts in the local database under `dataDir`. */
export async function countLocally(wrangler: Wrangler, dataDir: string): Promise<SealCount[]> {
  return rowsOf(await wrangler([...execute, "--local", "--persist-to", dataDir]));
}

/** Counts in the deployed database, which is found by its name. */
export async function countDeployed(wrangler: Wrangler): Promise<SealCount[]> {
  const { name, d1_databases: databases = [] } = readWorkerConfig();
  const found = await Promise.all(
    databases.map(async (database) => ({
      ...database,
      database_id: await findDatabase(wrangler, database.database_name),
    })),
  );
  const missing = found.find(({ database_id }) => !database_id);
  if (missing) throw new Error(`The account has no D1 database ${missing.database_name}; deploy first.`);
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-seals-"));
  try {
    const config = path.join(folder, "wrangler.json");
    await writeFile(config, JSON.stringify({ name, d1_databases: found }));
    return rowsOf(await wrangler([...execute, "--remote", "--config", config]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const execute = ["d1", "execute", "DB", "--json", "--command", sealCounts];

function rowsOf(output: string): SealCount[] {
  const [{ results }]: [{ results: SealCount[] }] = JSON.parse(output);
  return results;
}
