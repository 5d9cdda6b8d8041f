import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "../dev/migrations";

declare module "vitest" {
  interface ProvidedContext {
    migratedData: string;
  }
}

/**
 * Global setup: a data folder whose database is empty and up to date, in a folder of the run's own. Each Gatehouse under test
 * starts with a copy beside it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-run-"));
  const migrated = path.join(folder, "migrated");
  await applyMigrations(migrated);
  project.provide("migratedData", migrated);
  return () => rm(folder, { recursive: true, force: true });
}
