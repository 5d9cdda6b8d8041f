import { runWrangler } from "../dev/wrangler";
import { ensureReference } from "./reference";

/** Bundles the Worker into `outDir` as a deployment would, minified, without deploying it. */
export async function buildWorker(outDir = "dist/worker"): Promise<void> {
  await ensureReference();
  await runWrangler(["deploy", "--dry-run", "--minify", "--outdir", outDir, "--env-file", "/dev/null"]);
}
