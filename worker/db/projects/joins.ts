import { and, eq, exists, inArray, isNull, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Condition, type Database, idsIn } from "../../platform/database";
import { projects } from "./schema";

/** Lists what pages show of a project. */
export const projectNameColumns = { projectName: projects.displayName };

/** The project with an id, unless it is deleted, or is in another shard. */
export function projectOf(projectId: SQLWrapper) {
  const isThere = and(isNull(projects.deletedAt), isNull(projects.shard));
  return [projects, and(eq(projects.projectId, projectId), isThere)] as const;
}

/** The projects of this shard that a team of the internal project owns, as rows for the audit log. */
export function projectsOfTeam(teamId: string) {
  return rowsToLog(eq(projects.ownerTeamId, teamId));
}

/** Projects by their ids, as rows for the audit log. */
export function projectsToLog(projectIds: readonly string[]) {
  return rowsToLog(inArray(projects.projectId, idsIn(projectIds)));
}

/** One project, as a row for the audit log. */
export function projectToLog(projectId: string) {
  return rowsToLog(eq(projects.projectId, projectId));
}

/** The log of a project that is in another shard is there as well. */
function rowsToLog(which: SQL) {
  return { id: sql`${projects.projectId}`, rows: sql`from ${projects} where ${and(which, isNull(projects.shard))}` };
}

/**
 * Reads a setting of a project from what it stores; null where it sets none. The environment counts before the branch. In each, the
 * leaf counts before the subtree that it is in.
 */
function storedSetting(section: string, name: string): SQL {
  const at = (path: string) => sql.raw(`'$.${path}'`);
  const typeAt = (path: string) => sql`json_type(${projects.configOverride}, ${at(path)})`;
  const valueAt = (path: string) => sql`json_extract(${projects.configOverride}, ${at(path)})`;
  const [leaf, subtree] = [`"${section}.${name}"`, `${section}.${name}`];
  return sql`(
    case when ${typeAt(leaf)} is not null then ${valueAt(leaf)}
      when ${typeAt(section)} is not null then ${valueAt(subtree)}
      when ${typeAt(`levels.branch.${leaf}`)} is not null then ${valueAt(`levels.branch.${leaf}`)}
      else ${valueAt(`levels.branch.${subtree}`)} end
  )`;
}

/** Reads how many days a project keeps events, by its own configuration. */
export const storedRetentionDays = storedSetting("audit", "retentionDays");

/** Reads whether a project asks for a verified address, by its own configuration. */
export function asksForVerification(projectId: string | SQLWrapper) {
  const asks = storedSetting("onboarding", "requireEmailVerification");
  return sql`coalesce((select ${asks} from ${projects} where ${projects.projectId} = ${projectId}), 0)`;
}

/** The id of the team that owns a project; null when none does. */
export function ownerTeamOf(db: Database, projectId: string) {
  const team = db.select({ id: projects.ownerTeamId }).from(projects).where(eq(projects.projectId, projectId));
  return sql`(${team})`;
}

/** That a team of the internal project owns a project. */
export function owns(db: Database, one: { teamId: string; projectId: string }): Condition {
  return exists(ownedBy(db, one));
}

/** That it does not. */
export function doesNotOwn(db: Database, one: { teamId: string; projectId: string }): Condition {
  return notExists(ownedBy(db, one));
}

function ownedBy(db: Database, { teamId, projectId }: { teamId: string; projectId: string }) {
  return db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.projectId, projectId), eq(projects.ownerTeamId, teamId)));
}
