import type { SealCount } from "../../worker/db/seal-counts";
import { namedSeal, sealOf, unknownSeal } from "../../worker/platform/sealing";

/** The root secrets that the reader's machine has, by the names of their variables. */
export type RootSecrets = Partial<Record<"SERVER_SECRET" | "SERVER_SECRET_PREVIOUS" | "SERVER_SECRET_NEXT", string>>;

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
