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
 * Notes, after the response, by what a project's key was used, unless that was noted within the hour. A publishable key is used by
 * every visitor of a website, so that of these no network is stored.
 */
export function noteKeyUse(
  { db, client, defer }: Pick<Tools, "db" | "client"> & Deferring,
  { projectId, tier }: { projectId: string; tier: Tier },
  { id, lastUsedAt }: { id: string; lastUsedAt: number | null },
): void {
  const now = Date.now();
  const since = now - noteEveryMillis;
  const name = `${tier} ${id} ${projectId}`;
  if ((lastUsedAt ?? 0) > since) return;
  const network = tier === "client" ? {} : { network: client.network };
  const use = { at: now, ...network, client: client.name.slice(0, maxClientLength) };
  defer(async () => {
    if (beingNoted.has(name)) return;
    beingNoted.add(name);
    try {
      const { updateKeyUse } = await changes();
      await db.batch([updateKeyUse(db, { projectId, id, tier, use, since })]);
    } finally {
      beingNoted.delete(name);
    }
  });
}
