import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WorkerConfig } from "../platform/worker-config";
import type { Wrangler } from "../platform/wrangler";
import { findDatabase } from "./resources";

/**
 * Runs commands of wrangler on the deployed databases, which are found by their names and never made.
 *
 * @param work gets the options by which wrangler knows them
 */
export async function withDatabases<T>(
  wrangler: Wrangler,
  { name, d1_databases: databases = [] }: WorkerConfig,
  work: (options: string[]) => Promise<T>,
): Promise<T> {
  const found = await Promise.all(
    databases.map(async (database) => ({
      ...database,
      database_id: await findDatabase(wrangler, database.database_name),
    })),
  );
  const missing = found.find(({ database_id }) => !database_id);
  if (missing) throw new Error(`The account has no D1 database ${missing.database_name}; deploy first.`);
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-"));
  try {
    const config = path.join(folder, "wrangler.json");
    await writeFile(config, JSON.stringify({ name, d1_databases: found }));
    return await work(["--config", config]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
