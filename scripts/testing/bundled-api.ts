import { writeFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { type ApiOptions, type RunningApi, whenHealthy } from "../dev/api";
import { startProcessGroup } from "../dev/process-group";
import { wranglerEnvironment } from "../dev/wrangler";

/**
 * Starts the API as `startApi` does, from the bundle of the global setup: in a third of the time, as wrangler would bundle it
 * for each test file, and with workerd as the only process between a request and the Worker.
 */
export async function startBundledApi({
  port,
  dataDir,
  vars,
}: Pick<ApiOptions, "port" | "dataDir" | "vars">): Promise<RunningApi> {
  const bundle = inject("workerBundle");
  const file = path.join(dataDir, "worker.json");
  const worker = {
    ...bundle,
    bindings: { ...bundle.bindings, ...vars },
    host: "127.0.0.1",
    port,
    // Where wrangler keeps them below the folder that it is given as `--persist-to`.
    resourcePersistencePath: path.join(dataDir, "v3"),
    unsafeTriggerHandlers: true,
  };
  await writeFile(file, JSON.stringify(worker), { mode: 0o600 });
  const script = path.join(import.meta.dirname, "run-bundle.mjs");
  return whenHealthy(startProcessGroup(script, [file], { env: wranglerEnvironment() }), port);
}
