import { asc, eq, inArray, type SQLWrapper } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { projects } from "./schema";

export type ProjectRow = typeof projects.$inferSelect;

export function selectProject(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(projects).where(eq(projects.projectId, projectId));
}

/** Whether there is a project: a row, or nothing. */
export function selectProjectId(db: Database, { projectId }: { projectId: string }) {
  return db.select({ id: projects.projectId }).from(projects).where(eq(projects.projectId, projectId));
}

/**
 * The projects that teams of the internal project own, oldest first.
 *
 * @param owners.teamIds a subselect of the teams' ids
 */
export function selectProjectsOfTeams(db: Database, { teamIds }: { teamIds: SQLWrapper }) {
  return db
    .select()
    .from(projects)
    .where(inArray(projects.ownerTeamId, teamIds))
    .orderBy(asc(projects.createdAt), asc(projects.projectId));
}
