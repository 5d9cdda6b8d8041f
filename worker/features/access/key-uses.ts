import type { Tools } from "../../platform/tools";
import type { Deferring } from "../../protocol/handler";
import type { Tier } from "../../protocol/tiers";
import { noteEveryMillis } from "./session-policy";

const maxClientLength = 200;

/** Is loaded about once an hour for each key, and not with the Worker. */
const changes = () => import("../../db/projects/internal-keys/changes");

/** The keys whose use this isolate is writing, so that requests at the same time do not all write it. */
const beingNoted = new Set<string>();

/**
 * Notes, after the response, that a key was used, unless that was noted within the hour.
 *
 * @param key its name among all keys of all projects, and when its use was noted last
 */
export function noteHourly(
  { defer }: Deferring,
  { name, lastUsedAt }: { name: string; lastUsedAt: number | null },
  write: (times: { now: number; since: number }) => Promise<unknown>,
): void {
  const now = Date.now();
  const since = now - noteEveryMillis;
  if ((lastUsedAt ?? 0) > since) return;
  defer(async () => {
    if (beingNoted.has(name)) return;
    beingNoted.add(name);
    try {
      await write({ now, since });
    } finally {
      beingNoted.delete(name);
    }
  });
}

/**
 * Notes by what a project's key was used. A publishable key is used by every visitor of a website, so that of these no network is
 * stored.
 */
export function noteKeyUse(
  { db, client, defer }: Pick<Tools, "db" | "client"> & Deferring,
  { projectId, tier }: { projectId: string; tier: Tier },
  { id, lastUsedAt }: { id: string; lastUsedAt: number | null },
): void {
  const network = tier === "client" ? {} : { network: client.network };
  noteHourly({ defer }, { name: `${tier} ${id} ${projectId}`, lastUsedAt }, async ({ now: at, since }) => {
    const use = { at, ...network, client: client.name.slice(0, maxClientLength) };
    const { updateKeyUse } = await changes();
    await db.batch([updateKeyUse(db, { projectId, id, tier, use, since })]);
  });
}
