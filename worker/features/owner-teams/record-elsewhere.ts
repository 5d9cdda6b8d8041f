import type { Actor } from "../../db/audit/actor";
import type { AuditEvent } from "../../db/audit/changes";
import { recordAuditOfProjects } from "../../db/audit/project-logs";
import { selectProjectsElsewhere } from "../../db/projects/queries";
import type { Tools } from "../../platform/tools";
import { withImpersonator } from "../access";

/**
 * Records what was done in a team of owners in the logs of its projects that are outside the first shard. No statement of the first shard
 * reaches those.
 */
export async function recordElsewhere(
  { firstDb, shards }: Pick<Tools, "firstDb" | "shards">,
  teamId: string,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  if (shards.length === 1) return;
  const [projects] = await firstDb.batch([selectProjectsElsewhere(firstDb, { teamId })]);
  if (projects.length === 0) return;
  const named = await withImpersonator(firstDb, actor);
  const byShard = Map.groupBy(projects, ({ shard }) => shard ?? 0);
  await Promise.all(
    [...byShard].map(async ([shard, ofShard]) => {
      const ids = ofShard.map(({ projectId }) => projectId);
      const db = shards[shard];
      await db?.batch([recordAuditOfProjects(db, ids, named, event)]);
    }),
  );
}
