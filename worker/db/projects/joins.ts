import { and, eq, exists, isNull, notExists, type SQLWrapper, sql } from "drizzle-orm";
import type { Condition, Database } from "../../platform/database";
import { projects } from "./schema";

/** What pages show of a project. */
export const projectNameColumns = { projectName: projects.displayName };

/** The project with an id, unless it is deleted. */
export function projectOf(projectId: SQLWrapper) {
  return [projects, and(eq(projects.projectId, projectId), isNull(projects.deletedAt))] as const;
}

/** The projects that a team of the internal project owns, as rows for the audit log. */
export function projectsOfTeam(teamId: string) {
  return { id: sql`${projects.projectId}`, rows: sql`from ${projects} where ${eq(projects.ownerTeamId, teamId)}` };
}

/** One project, as a row for the audit log. */
export function projectToLog(projectId: string) {
  return { id: sql`${projects.projectId}`, rows: sql`from ${projects} where ${eq(projects.projectId, projectId)}` };
}

/** How many days a project keeps events, by its own configuration: the leaf counts before the subtree that it is in. */
export const storedRetentionDays = sql`(
  case when json_type(${projects.configOverride}, '$."audit.retentionDays"') is null
    then json_extract(${projects.configOverride}, '$.audit.retentionDays')
    else json_extract(${projects.configOverride}, '$."audit.retentionDays"') end
)`;

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
