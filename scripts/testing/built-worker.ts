import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { buildWorker } from "../build/worker";
import { REPOSITORY } from "../platform/wrangler";

/** Starts the Worker as `npm run build` bundles it, minified, on an empty migrated database: what a deployment uploads. */
export async function startBuiltWorker(
  vars: Record<string, string>,
): Promise<{ worker: Miniflare; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-built-"));
  await buildWorker(folder);
  const worker = await startBundle(folder, { config: path.join(REPOSITORY, "wrangler.toml"), vars });
  await applyMigrations(await worker.getD1Database("DB"));
  return {
    worker,
    async stop() {
      await worker.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** A Worker and its bindings, in the terms of Miniflare. */
export type WorkerOptions = Parameters<typeof convertV4MiniflareOptions>[0] & { bindings: Record<string, string> };

interface BundleOptions {
  /** The wrangler configuration that the bundle was built by. */
  config: string;
  vars: Record<string, string>;
  /** Names the folder that keeps its database; without one it ends with the Worker. */
  dataDir?: string;
  /** False leaves static assets out. Locally a Worker in front looks for one at every request, at more CPU than an empty route. */
  hasAssets?: boolean;
}

/** Starts what wrangler has bundled into a folder in workerd. `/cdn-cgi/local/scheduled` triggers its tasks. */
export async function startBundle(folder: string, options: BundleOptions): Promise<Miniflare> {
  const inJson = await bundleOptions(folder, options);
  return new Miniflare(convertV4MiniflareOptions({ ...inJson, unsafeTriggerHandlers: true }));
}

/** The options of Miniflare, as JSON, for what wrangler has bundled into a folder. */
export async function bundleOptions(
  folder: string,
  { config, vars, dataDir, hasAssets = true }: BundleOptions,
): Promise<WorkerOptions> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _resolvedHere, ...options } = workerOptions;
  if (!hasAssets) delete options.assets;
  const files = (await readdir(folder)).filter((file) => /\.(js|wasm)$/.test(file));
  return {
    ...options,
    ...(dataDir && { resourcePersistencePath: dataDir }),
    bindings: { ...(options.bindings as Record<string, string>), ...vars },
    modulesRoot: folder,
    modules: files
      .sort((a) => (a === "index.js" ? -1 : 1))
      .map((file) => ({
        type: file.endsWith(".js") ? ("ESModule" as const) : ("CompiledWasm" as const),
        path: path.join(folder, file),
      })),
  };
}

/** Applies every migration of a checkout's `drizzle/` to an empty database. */
export async function applyMigrations(
  db: Awaited<ReturnType<Miniflare["getD1Database"]>>,
  checkout = REPOSITORY,
): Promise<void> {
  const migrations = path.join(checkout, "drizzle");
  for (const file of (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort()) {
    const sql = await readFile(path.join(migrations, file), "utf8");
    await db.batch(sql.split("--> statement-breakpoint").map((statement) => db.prepare(statement)));
  }
}
