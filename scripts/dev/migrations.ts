import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY, runWrangler } from "./wrangler";

/**
 * Applies every migration of `drizzle/` that the local database under `dataDir` has not seen yet. A note beside the
 * database records which it has seen, because wrangler takes seconds to query the database.
 */
export async function applyMigrations(dataDir: string): Promise<void> {
  const folder = path.join(REPOSITORY, "drizzle");
  const migrations = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".sql")) : [];
  const all = migrations.sort().join("\n");
  // In the folder that wrangler keeps databases in, so that deleting them deletes the note.
  const note = path.join(dataDir, "v3/d1/applied-migrations.txt");
  if (all === (await readFile(note, "utf8").catch(() => ""))) return;
  await runWrangler(["d1", "migrations", "apply", "DB", "--local", "--persist-to", dataDir]);
  await writeFile(note, all);
}
