import { deleteNewProject, insertProject, isNewProjectRefused } from "../../db/projects/changes";
import type { ProjectRow } from "../../db/projects/queries";
import {
  type Database,
  type Id,
  isDatabaseTight,
  type Statement,
  sendStatements,
  sizeOf,
  unlessRefused,
} from "../../platform/database";
import { type Shard, seenShards } from "../../platform/shards";
import type { Tools } from "../../platform/tools";

/** Holds what is stored with a project. */
interface WithProject {
  /** Its id, as the first database finds it while it may have an owner; null there means that it may not be. */
  idIfOwned: Id;
  /** Statements of its own database. */
  ofProject(db: Database): Statement[];
  /** Statements of the internal project. */
  ofInternal: Statement[];
}

/**
 * Stores a new project in the emptiest shard. Where that is not the first, the project is stored before its owner. If the second write
 * fails, there is only a row that no one can reach.
 *
 * @returns whether it is stored. Its owner may have lost the right to it since, or a `refuseUnless` of the internal project may refuse it.
 *   The emptiest shard may also be tight, and with it all of them.
 */
export async function storeNewProject(
  { firstDb, shards }: Pick<Tools, "firstDb" | "shards">,
  row: ProjectRow,
  { idIfOwned, ofProject, ofInternal }: WithProject,
): Promise<NewProjectOutcome> {
  const shard = await emptiestShard(shards);
  const db = shards[shard];
  if (shard === 0 || !db) {
    const inserted = insertProject(firstDb, { ...row, projectId: idIfOwned });
    return await outcomeOf(sendStatements(firstDb, [inserted, ...ofProject(firstDb), ...ofInternal]));
  }
  const placed = await outcomeOf(sendStatements(db, [insertProject(db, row), ...ofProject(db)]));
  if (placed !== "stored") return placed;
  const { projectId, ownerTeamId, createdAt } = row;
  const reference = { projectId: idIfOwned, displayName: "", ownerTeamId, createdAt, shard };
  const outcome = await outcomeOf(sendStatements(firstDb, [insertProject(firstDb, reference), ...ofInternal]));
  if (outcome === "stored") seenShards.note(projectId, shard);
  else await db.batch([deleteNewProject(db, row)]);
  return outcome;
}

type NewProjectOutcome = "stored" | "not owned" | "refused" | "no room";

async function outcomeOf(stored: Promise<unknown>): Promise<NewProjectOutcome> {
  try {
    return (await unlessRefused(stored)) ? "stored" : "refused";
  } catch (error) {
    if (isNewProjectRefused(error)) return "not owned";
    if (isDatabaseTight(error)) return "no room";
    throw error;
  }
}

/** The shard whose database is the smallest, of the same size the first of them. Each is read at the same time. */
async function emptiestShard(shards: Tools["shards"]): Promise<Shard> {
  if (shards.length === 1) return 0;
  const sizes = await Promise.all(shards.map(sizeOf));
  return sizes.indexOf(Math.min(...sizes));
}
