import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildWhenChanged } from "../build/contents";
import { buildWorker } from "../build/worker";
import { REPOSITORY } from "../platform/wrangler";
import { bundleOptions, type WorkerOptions } from "./built-worker";

declare module "vitest" {
  interface ProvidedContext {
    /** The bundled Worker, without the variables and data of a test file. */
    workerBundle: WorkerOptions;
  }
}

const FOLDER = path.join(REPOSITORY, "dist/worker-under-test");

/** Global setup: the Worker is bundled once, and started from that by every test file that starts a Gatehouse of its own. */
export async function setup(project: TestProject): Promise<void> {
  await buildWhenChanged(FOLDER, ["worker/**", "wrangler.toml"], () => buildWorker(FOLDER, { minify: false }));
  const options = await bundleOptions(FOLDER, { config: path.join(REPOSITORY, "wrangler.toml"), vars: {} });
  project.provide("workerBundle", JSON.parse(JSON.stringify(options)));
}
