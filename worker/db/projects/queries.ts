import { and, asc, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Condition, Database } from "../../platform/database";
import { prepareSelect } from "../prepared-select";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import { projects } from "./schema";

export type ProjectRow = Omit<typeof projects.$inferSelect, "deletedAt">;

function isProject(projectId: string) {
  return and(eq(projects.projectId, projectId), isNull(projects.deletedAt));
}

export const selectProject = prepareSelect((db, { projectId }: { projectId: string }) =>
  db.select().from(projects).where(isProject(projectId)),
);

/** Holds while there is a project with the configuration that was read before. */
export function isConfiguredAs({ id, storedOverride }: { id: string; storedOverride: string }): Condition {
  return sql`exists (select 1 from ${projects} where ${isProject(id)} and ${projects.configOverride} = ${storedOverride})`;
}

/** Projects whose secrets a rotation of the root secret has to seal anew. */
export function selectOutgoingConfigs(db: Database, { seal, limit }: Outgoing) {
  const { projectId, configOverride } = projects;
  return db
    .select({ projectId, configOverride })
    .from(projects)
    .where(isOutgoing(projects.configSeal, seal))
    .limit(limit);
}

/** Whether there is a project: a row, or nothing. */
export function selectProjectId(db: Database, { projectId }: { projectId: string }) {
  return db.select({ id: projects.projectId }).from(projects).where(isProject(projectId));
}

/** The project whose deletion has lasted longest. */
export function selectDeletedProject(db: Database) {
  return db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(isNotNull(projects.deletedAt))
    .orderBy(asc(projects.deletedAt))
    .limit(1);
}

/** Teams of the internal project, which own projects. */
export interface OwnerTeams {
  /** A subselect of their ids. */
  teamIds: SQLWrapper;
}

/** The names of some of the projects that teams of the internal project own, oldest first, each cut to `length` characters. */
export function selectNamesOfProjects(
  db: Database,
  { teamIds, limit, length }: OwnerTeams & { limit: number; length: number },
) {
  return db
    .select({ name: sql<string>`substr(${projects.displayName}, 1, ${length})`.as("name") })
    .from(projects)
    .where(inArray(projects.ownerTeamId, teamIds))
    .orderBy(asc(projects.createdAt), asc(projects.projectId))
    .limit(limit);
}

/**
 * A page of the projects that teams of the internal project own, oldest first. The index has this order: of each team no
 * more is read than the page holds.
 *
 * @param page the most rows to return, and the id of the first project; the id of none of theirs begins an empty page
 */
export function selectProjectsOfTeams(
  db: Database,
  { teamIds, limit, cursor }: OwnerTeams & { limit: number; cursor?: string | undefined },
) {
  const isOwned = inArray(projects.ownerTeamId, teamIds);
  const first = alias(projects, "first");
  const begin = db
    .select({ createdAt: first.createdAt, projectId: first.projectId })
    .from(first)
    .where(and(eq(first.projectId, cursor ?? ""), inArray(first.ownerTeamId, teamIds)));
  const isOnPage = sql`(${projects.createdAt}, ${projects.projectId}) >= ${begin}`;
  return db
    .select()
    .from(projects)
    .where(and(isOwned, cursor === undefined ? undefined : isOnPage))
    .orderBy(asc(projects.createdAt), asc(projects.projectId))
    .limit(limit);
}
