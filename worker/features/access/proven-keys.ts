import type { Tier } from "../../protocol/tiers";

/** For so long a key that was revoked may still pass for proven where that decides nothing. */
const provenForMillis = 60_000;

/** More than the keys that an isolate serves at once. */
const maxKeys = 1_000;

interface ProjectKey {
  projectId: string;
  tier: Tier;
  keyHash: string;
}

/** Holds when this isolate last saw each key proven, the longest ago first. */
const provenAt = new Map<string, number>();

/** Notes that the database has just found a key. */
export function noteProven(key: ProjectKey): void {
  const name = nameOf(key);
  provenAt.delete(name);
  provenAt.set(name, Date.now());
  if (provenAt.size <= maxKeys) return;
  const [longestAgo] = provenAt.keys();
  if (longestAgo !== undefined) provenAt.delete(longestAgo);
}

/** Tells whether this isolate has seen a key proven within the last minute. It may have been revoked since. */
export function wasProvenLately(key: ProjectKey): boolean {
  const at = provenAt.get(nameOf(key));
  return at !== undefined && Date.now() - at < provenForMillis;
}

function nameOf({ projectId, tier, keyHash }: ProjectKey): string {
  return `${tier} ${keyHash} ${projectId}`;
}
