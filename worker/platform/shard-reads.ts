import { openReads, type ReadOptions, type ReadSession, type StatementRunner } from "./read-replicas";
import { bindingName, type Shard, seenShards } from "./shards";

/** Says where a request reads from, of each shard. */
export interface ShardReads extends Omit<ReadSession, "database"> {
  runners: [StatementRunner, ...StatementRunner[]];
}

/**
 * Opens the shards for the reads of one request. A bookmark is of one of them: the one that the project of the request is in.
 *
 * @param projectId the project that the request names, if it names one
 */
export function openShardReads(
  [first, ...others]: readonly [D1Database, ...D1Database[]],
  projectId: string | null,
  options: Omit<ReadOptions, "name">,
): ShardReads {
  const open = (binding: D1Database, shard: Shard) => openReads(binding, { ...options, name: bindingName(shard) });
  const sessions = [open(first, 0), ...others.map((binding, index) => open(binding, index + 1))] as const;
  const [{ database: firstRunner }, ...rest] = sessions;
  return {
    runners: [firstRunner, ...rest.map(({ database }) => database)],
    turnToPrimary: () => sessions.map((session) => session.turnToPrimary()).some(Boolean),
    bookmark: async () => sessions[(projectId && seenShards.get(projectId)) || 0]?.bookmark(),
  };
}
