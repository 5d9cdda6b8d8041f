import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { REPOSITORY, runWrangler } from "./wrangler";

/** Applies every migration of `drizzle/` that the local database under `dataDir` has not seen yet. */
export async function applyMigrations(dataDir: string): Promise<void> {
  const folder = path.join(REPOSITORY, "drizzle");
  if (!existsSync(folder) || !readdirSync(folder).some((file) => file.endsWith(".sql"))) return;
  await runWrangler(["d1", "migrations", "apply", "DB", "--local", "--persist-to", dataDir]);
}
