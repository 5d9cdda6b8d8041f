import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readWorkerConfig, shardBindings } from "../platform/worker-config";
import { migrateDatabase, REPOSITORY, runWrangler } from "../platform/wrangler";

/**
 * Applies every migration of `drizzle/` that the local databases under `dataDir` have not seen yet. A note beside
 * them records which they have seen, because wrangler takes seconds to query a database.
 */
export async function applyMigrations(dataDir: string): Promise<void> {
  const folder = path.join(REPOSITORY, "drizzle");
  const migrations = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".sql")) : [];
  migrations.sort();
  // In the folder that wrangler keeps databases in, so that deleting them deletes the note.
  const note = path.join(dataDir, "v3/d1/applied-migrations.txt");
  const bindings = shardBindings(readWorkerConfig());
  const applied = [...bindings, ...migrations].join("\n");
  if (applied === (await readFile(note, "utf8").catch(() => ""))) return;
  for (const binding of bindings) {
    await migrateDatabase(runWrangler, binding, ["--local", "--persist-to", dataDir]);
  }
  await writeFile(note, applied);
}
