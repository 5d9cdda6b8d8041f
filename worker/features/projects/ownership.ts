import { areProjectsOwned, refuseWhileOwning } from "../../db/projects/changes";
import { type OwnerTeams, selectNamesByIds, selectNamesOfProjects } from "../../db/projects/queries";
import type { User } from "../../db/users/queries";
import { batchThen, type Statement } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import type { Caller } from "../access/index";
import { projectsWithoutOwner } from "./changes/contract";
import { readInTheirShards } from "./read-in-their-shards";

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
