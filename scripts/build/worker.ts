import { runWrangler } from "../platform/wrangler";
import { ensureAssets } from "./assets";

/**
 * Bundles the Worker into `outDir` without deploying it.
 * @param options.minify as a deployment does; without it, stack traces name functions
 */
export async function buildWorker(outDir = "dist/worker", { minify = true } = {}): Promise<void> {
  await ensureAssets();
  const minified = minify ? ["--minify"] : [];
  await runWrangler(["deploy", "--dry-run", ...minified, "--outdir", outDir, "--env-file", "/dev/null"]);
}
