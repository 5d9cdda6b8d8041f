import { runWrangler } from "../dev/wrangler";
import { ensureAssets } from "./assets";

/** Bundles the Worker into `outDir` as a deployment would, minified, without deploying it. */
export async function buildWorker(outDir = "dist/worker"): Promise<void> {
  await ensureAssets();
  await runWrangler(["deploy", "--dry-run", "--minify", "--outdir", outDir, "--env-file", "/dev/null"]);
}
