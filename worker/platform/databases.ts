import { batchThen, type Database, openDatabase } from "./database";
import type { StatementRunner } from "./read-replicas";
import { elsewhereIn, prepared, routedRunner, type Shard, shardStatement } from "./shards";
import type { Trace } from "./trace";

/** The databases of an instance. */
export interface Databases {
  /** The first one: of the internal project, with the owners of all projects and the shards that these are in. */
  firstDb: Database;
  /** The one that a project is in. It is looked up when it is first needed. The same project has the same one within a request. */
  dbOf(projectId: string): Database;
  /** All of them, by the numbers of their shards: for what is looked for without its project, and for work on a certain shard. */
  shards: readonly [Database, ...Database[]];
}

/** Looks in all shards at the same time for something whose project is not known yet. Rows of the one shard that has some. */
export async function findInShards<Row>(
  { shards }: Pick<Databases, "shards">,
  select: (db: Database) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const found = await Promise.all(shards.map((db) => batchThen(db, [], select(db))));
  return found.find((rows) => rows.length > 0) ?? [];
}

interface Opening {
  /** Says where the shards of projects are looked up: the primary of the first database. */
  directory: StatementRunner;
  trace: Trace;
  announced: Set<string>;
}

/** Opens the databases for one request or job. With one shard there is one database, and nothing is looked up. */
export function openDatabases(
  runners: readonly [StatementRunner, ...StatementRunner[]],
  { directory, trace, announced }: Opening,
): Databases {
  const open = (runner: StatementRunner) => openDatabase(runner, trace, announced);
  const [firstRunner, ...otherRunners] = runners;
  const firstDb = open(firstRunner);
  if (otherRunners.length === 0) return { firstDb, dbOf: () => firstDb, shards: [firstDb] };

  const routed = new Map<string, Database>([["internal", firstDb]]);
  const dbOf = (projectId: string): Database => {
    const known = routed.get(projectId);
    if (known) return known;
    const opened = open(routedRunner({ projectId, runners, look: () => lookUp(directory, projectId, trace) }));
    routed.set(projectId, opened);
    return opened;
  };
  return { firstDb, dbOf, shards: [firstDb, ...otherRunners.map(open)] };
}

/** The shard of a project: the first one unless its row there names another. */
async function lookUp(directory: Opening["directory"], projectId: string, trace: Trace): Promise<Shard> {
  trace.d1 += 1;
  const [found] = await directory.batch(prepared(directory, [shardStatement(projectId)]));
  return elsewhereIn(found) ?? 0;
}
