import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildWhenChanged } from "../build/contents";
import { applyMigrations } from "../dev/migrations";
import { REPOSITORY } from "../platform/wrangler";

declare module "vitest" {
  interface ProvidedContext {
    migratedData: string;
  }
}

const FOLDER = path.join(REPOSITORY, "dist/migrated-data");

/**
 * Global setup: a data folder whose database is empty and up to date, in a folder of the run's own. Each Gatehouse under test
 * starts with a copy beside it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWhenChanged(FOLDER, ["drizzle/*.sql", "wrangler.toml"], async () => {
    await rm(FOLDER, { recursive: true, force: true });
    await applyMigrations(FOLDER);
  });
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-run-"));
  const migrated = path.join(folder, "migrated");
  await cp(FOLDER, migrated, { recursive: true });
  project.provide("migratedData", migrated);
  return () => rm(folder, { recursive: true, force: true });
}
