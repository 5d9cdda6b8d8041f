import { and, asc, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { teamMemberships } from "../../db/memberships/schema";
import { projects } from "../../db/projects/schema";
import type { Database } from "../../platform/database";

export type ProjectRow = typeof projects.$inferSelect;

export function selectProject(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(projects).where(eq(projects.projectId, projectId));
}

/** The projects owned by the teams of one of the internal project's users, oldest first. */
export function selectOwnedProjects(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  const teams = db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId)));
  return db
    .select()
    .from(projects)
    .where(inArray(projects.ownerTeamId, teams))
    .orderBy(asc(projects.createdAt), asc(projects.projectId));
}

export function insertProject(db: Database, row: ProjectRow) {
  return db.insert(projects).values(row).returning();
}

/** A project as long as its configuration is still the one that a change was made from. */
interface UnchangedProject {
  projectId: string;
  from: string;
}

function isUnchanged({ projectId, from }: UnchangedProject) {
  return and(eq(projects.projectId, projectId), eq(projects.configOverride, from));
}

/** Changes a project unless somebody else did; then it returns nothing. */
export function updateProject(db: Database, { set, ...unchanged }: UnchangedProject & { set: Partial<ProjectRow> }) {
  return db.update(projects).set(set).where(isUnchanged(unchanged)).returning();
}

/** The same condition for writes to other tables, which must then come before the project's own. */
export function whereUnchanged(db: Database, unchanged: UnchangedProject): SQL {
  return exists(db.select({ one: sql`1` }).from(projects).where(isUnchanged(unchanged)));
}

/** Deletes a project; everything that belongs to it goes with it. */
export function deleteProject(db: Database, { projectId }: { projectId: string }) {
  return db.delete(projects).where(eq(projects.projectId, projectId));
}
