import { batchThen, type Database } from "../../platform/database";
import type { Tools } from "../../platform/tools";

/** A row of a project, which names the shard that the project is in; null where it is this row that counts. */
interface Placed {
  projectId: string;
  shard: number | null;
}

/**
 * Rows of projects of the first database in the same order, each of a project elsewhere replaced by that of its own shard. One round
 * trip for all of them. A project that is being deleted, or moved at this moment, is left out.
 *
 * @param select finds projects of a shard by their ids
 */
export async function readInTheirShards<Row extends Placed>(
  { shards }: Pick<Tools, "shards">,
  rows: readonly Row[],
  select: (db: Database, ids: { projectIds: readonly string[] }) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const byShard = Map.groupBy(rows, ({ shard }) => shard);
  byShard.delete(null);
  if (byShard.size === 0) return [...rows];
  const found = await Promise.all(
    [...byShard].map(async ([shard, ofShard]) => {
      const db = shards[shard ?? 0];
      if (!db) return [];
      const projectIds = ofShard.map(({ projectId }) => projectId);
      return await batchThen(db, [], select(db, { projectIds }));
    }),
  );
  const own = new Map(found.flat().map((row) => [row.projectId, row]));
  return rows.flatMap((row) => (row.shard === null ? [row] : (own.get(row.projectId) ?? [])));
}
