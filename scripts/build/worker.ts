import { runWrangler } from "../dev/wrangler";

/** Bundles the Worker into `dist/worker` as a deployment would, without deploying it. */
export async function buildWorker(): Promise<void> {
  await runWrangler(["deploy", "--dry-run", "--minify", "--outdir", "dist/worker", "--env-file", "/dev/null"]);
}
