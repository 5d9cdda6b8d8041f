import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WorkerConfig } from "../dev/worker-config";
import { findDatabase, type Wrangler } from "./resources";

/** The bindings of the databases, by the numbers of their shards. */
export function shardBindings({ d1_databases: databases = [] }: WorkerConfig): string[] {
  return databases.map(({ binding }) => binding);
}

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

/** Applies the migrations that a database has not seen. */
export async function migrateDatabase(wrangler: Wrangler, binding: string, options: string[]): Promise<void> {
  try {
    await wrangler(["d1", "migrations", "apply", binding, ...options]);
  } catch (error) {
    // The baseline begins with this table, which a database from before it has.
    if (!/table `?totp_secrets`? already exists/.test(String(error))) throw error;
    throw new Error(
      `${binding} is from before the baseline: \`npm run ops -- adopt-baseline\` brings it over (docs/operations.md).`,
      { cause: error },
    );
  }
}
