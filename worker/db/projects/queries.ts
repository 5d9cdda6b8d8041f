import { and, asc, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { type Condition, type Database, idsIn, ifFewer } from "../../platform/database";
import { prepareSelect } from "../prepared-select";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import { projects } from "./schema";

type ShareColumn = "hashSeconds" | "renderings" | "emails";

/** A project; one that is new has no shares of its own. */
export type ProjectRow = Omit<typeof projects.$inferSelect, "deletedAt" | "shard" | ShareColumn> &
  Partial<Pick<typeof projects.$inferSelect, ShareColumn>>;

function isProject(projectId: string) {
  return and(eq(projects.projectId, projectId), isNull(projects.deletedAt));
}

export const selectProject = prepareSelect((db, { projectId }: { projectId: string }) =>
  db.select().from(projects).where(isProject(projectId)),
);

/** Holds while there is a project with the configuration that was read before. */
export function isConfiguredAs({ id, storedOverride }: { id: string; storedOverride: string }): Condition {
  const isHere = isNull(projects.shard);
  return sql`exists (select 1 from ${projects} where ${isProject(id)} and ${isHere} and ${projects.configOverride} = ${storedOverride})`;
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

/** Reads whether there is a project: a row, or nothing. */
export function selectProjectId(db: Database, { projectId }: { projectId: string }) {
  return db.select({ id: projects.projectId }).from(projects).where(isProject(projectId));
}

/** The name of a project: a row, or nothing. */
export function selectNameOfProject(db: Database, { projectId }: { projectId: string }) {
  return db.select({ displayName: projects.displayName }).from(projects).where(isProject(projectId));
}

/** Selects the team that owns a project, whichever shard it is in: a row of the first database, or nothing. */
export function selectOwnership(firstDb: Database, { projectId }: { projectId: string }) {
  return firstDb.select({ ownerTeamId: projects.ownerTeamId }).from(projects).where(isProject(projectId));
}

/** That a team, and some others, own fewer projects than so many, as a condition of the statement that gives it one. */
export function fewerProjectsOf(
  firstDb: Database,
  { teamId, others }: { teamId: string; others: SQLWrapper },
  max: number,
): Condition {
  const owned = firstDb
    .select({ one: sql`1` })
    .from(projects)
    .where(sql`${projects.ownerTeamId} in (select ${teamId} union ${others.getSQL()})`);
  return ifFewer(owned, max);
}

/** The projects of a team of the internal project that are in other shards. */
export function selectProjectsElsewhere(firstDb: Database, { teamId }: { teamId: string }) {
  return firstDb
    .select({ projectId: projects.projectId, shard: projects.shard })
    .from(projects)
    .where(and(eq(projects.ownerTeamId, teamId), isNotNull(projects.shard)));
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

/** Projects of a shard by their ids, in no order. */
export function selectProjectsByIds(db: Database, { projectIds }: { projectIds: readonly string[] }) {
  return db.select().from(projects).where(areHere(projectIds));
}

function areHere(projectIds: readonly string[]) {
  return and(inArray(projects.projectId, idsIn(projectIds)), isNull(projects.deletedAt), isNull(projects.shard));
}

/** The beginnings of the names of projects, of `length` characters. */
function namesOf(db: Database, length: number) {
  const name = sql<string>`substr(${projects.displayName}, 1, ${length})`.as("name");
  return db.select({ projectId: projects.projectId, shard: projects.shard, name }).from(projects);
}

/** The names of some of the projects that teams of the internal project own, oldest first, each cut to `length` characters. */
export function selectNamesOfProjects(
  db: Database,
  { teamIds, limit, length }: OwnerTeams & { limit: number; length: number },
) {
  return namesOf(db, length)
    .where(inArray(projects.ownerTeamId, teamIds))
    .orderBy(asc(projects.createdAt), asc(projects.projectId))
    .limit(limit);
}

/** The names of projects of a shard by their ids, in no order. */
export function selectNamesByIds(
  db: Database,
  { projectIds, length }: { projectIds: readonly string[]; length: number },
) {
  return namesOf(db, length).where(areHere(projectIds));
}

/** Says where a project is in the list of its owners, which outlives it. */
export type ProjectPlace = Pick<typeof projects.$inferSelect, "createdAt" | "projectId">;

/**
 * A page of the projects that teams of the internal project own, oldest first. The index has this order: of each team no
 * more is read than the page holds.
 *
 * @param page the most rows to return, and the place of the first project, whether it is there still or not
 */
export function selectProjectsOfTeams(
  db: Database,
  { teamIds, limit, begin }: OwnerTeams & { limit: number; begin?: ProjectPlace | undefined },
) {
  const isOnPage =
    begin && sql`(${projects.createdAt}, ${projects.projectId}) >= (${begin.createdAt}, ${begin.projectId})`;
  return db
    .select()
    .from(projects)
    .where(and(inArray(projects.ownerTeamId, teamIds), isOnPage))
    .orderBy(asc(projects.createdAt), asc(projects.projectId))
    .limit(limit);
}

/** One row at most, read by the primary key: whether the database responds and has its tables. */
export function selectAnything(db: Database) {
  return db.select({ one: sql<number>`1` }).from(projects).limit(1);
}
