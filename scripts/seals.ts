import { type SealCount, sealCounts } from "../worker/db/seal-counts";
import { namedSeal, sealOf, unknownSeal } from "../worker/platform/sealing";
import { withDatabases } from "./deploy/deployed-databases";
import { readDeploySettings } from "./deploy/settings";
import { readSettings } from "./dev/settings";
import { readVariables } from "./dev/variables";
import { readWorkerConfig, shardBindings } from "./platform/worker-config";
import { runWrangler, type Wrangler } from "./platform/wrangler";
import { runScript } from "./run-script";

const DEPLOYED = "--deployed";

await runScript(async () => {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== DEPLOYED);
  if (unknown) throw new Error(`"${unknown}" is no option of this command; ${DEPLOYED} is the only one.`);
  if (flags.includes(DEPLOYED)) {
    console.log(await reportSeals(await countDeployed(runWrangler), readDeploySettings(process.env).secrets));
  } else {
    const { given } = await readVariables(process.env, ".dev.vars");
    console.log(await reportSeals(await countLocally(runWrangler, readSettings(given).dataDir), given));
  }
});

/** Counts in the local databases under `dataDir`. */
export async function countLocally(wrangler: Wrangler, dataDir: string): Promise<SealCount[]> {
  return await countWith(wrangler, ["--local", "--persist-to", dataDir]);
}

/** Counts in the deployed databases, which are found by their names. */
export async function countDeployed(wrangler: Wrangler): Promise<SealCount[]> {
  return await withDatabases(wrangler, readWorkerConfig(), (options) => countWith(wrangler, ["--remote", ...options]));
}

/** The counts of all databases together. */
async function countWith(wrangler: Wrangler, where: readonly string[]): Promise<SealCount[]> {
  const counts = new Map<string, SealCount>();
  for (const binding of shardBindings(readWorkerConfig())) {
    const output = await wrangler(["d1", "execute", binding, "--json", "--command", sealCounts, ...where]);
    const [{ results }]: [{ results: SealCount[] }] = JSON.parse(output);
    for (const each of results) {
      const key = `${each.kind} ${each.seal}`;
      counts.set(key, { ...each, count: each.count + (counts.get(key)?.count ?? 0) });
    }
  }
  return [...counts.values()];
}

/** The root secrets that the reader's machine has, by the names of their variables. */
type RootSecrets = Partial<Record<"SERVER_SECRET" | "SERVER_SECRET_PREVIOUS" | "SERVER_SECRET_NEXT", string>>;

/** The counts in words: one line for each kind and key, then whether the previous root secret can be removed. */
export async function reportSeals(counts: readonly SealCount[], secrets: RootSecrets): Promise<string> {
  const names = new Map<string, string>();
  for (const name of ["SERVER_SECRET_NEXT", "SERVER_SECRET_PREVIOUS", "SERVER_SECRET"] as const) {
    if (secrets[name]) names.set(await sealOf(secrets[name]), name);
  }
  const lines = counts.map(({ kind, seal, count }) => `${kind}: ${count} ${describeSeal(seal, names)}`);
  return [...(lines.length > 0 ? lines : ["Nothing is sealed."]), "", await verdict(counts, secrets)].join("\n");
}

function describeSeal(seal: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(seal);
  if (name) return `under ${name}`;
  if (seal === unknownSeal) return "that no configured secret opens, to be entered anew";
  if (seal.startsWith(namedSeal))
    return `under the key ${seal.slice(namedSeal.length)}, whose secret is not on this machine`;
  return "that do not name their key";
}

async function verdict(counts: readonly SealCount[], secrets: RootSecrets): Promise<string> {
  const { SERVER_SECRET: current, SERVER_SECRET_PREVIOUS: previous } = secrets;
  if (!current) return "Set SERVER_SECRET and SERVER_SECRET_PREVIOUS as they are deployed to see which key is whose.";
  const kept = new Set([await sealOf(current), unknownSeal]);
  const waiting = counts.filter(({ seal }) => !kept.has(seal)).reduce((sum, { count }) => sum + count, 0);
  if (waiting > 0) return `Keep SERVER_SECRET_PREVIOUS: ${waiting} values are not under SERVER_SECRET yet.`;
  return previous ? "Nothing sealed needs SERVER_SECRET_PREVIOUS any more." : "Everything is under SERVER_SECRET.";
}
