import { areProjectsOwned, refuseWhileOwning } from "../../db/projects/changes";
import { type OwnerTeams, selectNamesByIds, selectNamesOfProjects } from "../../db/projects/queries";
import type { User } from "../../db/users/queries";
import { batchThen, type Database, type Statement } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import type { Caller } from "../access";
import { projectsWithoutOwner } from "./changes/contract";

/** A refusal names at most this many projects. */
const maxNames = 5;

/** A name has up to 100,000 characters. */
const maxNameLength = 60;

/**
 * Sends statements that take away teams, or their last member, and `last` after them in one batch, and returns what `last`
 * found. Nothing of it happens while one of the teams owns projects, which no one could reach again.
 *
 * @param loss.projectId the project of the teams; only teams of the internal project own projects
 * @param loss.teamIds the teams that are to be without members
 */
export async function batchUnlessOwning<Last extends PromiseLike<unknown>>(
  { db, shards, fail }: Pick<Tools, "db" | "shards"> & Failing<typeof projectsWithoutOwner>,
  { projectId, teamIds }: { projectId: string } & OwnerTeams,
  statements: readonly Statement[],
  last: Last,
): Promise<Awaited<Last>> {
  if (projectId !== "internal") return await batchThen(db, statements, last);
  try {
    return await batchThen(db, [refuseWhileOwning(db, { teamIds }), ...statements], last);
  } catch (error) {
    if (!areProjectsOwned(error)) throw error;
    const length = maxNameLength + 1;
    const [rows] = await db.batch([selectNamesOfProjects(db, { teamIds, limit: maxNames + 1, length })]);
    const named = await readInTheirShards({ shards }, rows, (shard, ids) =>
      selectNamesByIds(shard, { ...ids, length }),
    );
    return fail(projectsWithoutOwner, { projects: listed(named.map(({ name }) => name)) }, { cause: error });
  }
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, maxNames)
    .map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name));
  return names.length > maxNames ? `${shown.join(", ")} and others` : shown.join(", ");
}

/** The owner behind a request to the internal project, the only one whose users own projects. */
export function requireOwner(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "EXPECTED_INTERNAL_PROJECT">,
  { user, project }: Caller,
): User {
  if (!user) return fail("USER_AUTHENTICATION_REQUIRED");
  if (project.id !== "internal") return fail("EXPECTED_INTERNAL_PROJECT");
  return user;
}

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
