import { and, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, type Id, type Statement, violatesNotNull } from "../../platform/database";
import type { ServerSecrets } from "../../platform/server-secret";
import { resealSecrets, storedConfig } from "./config-secrets";
import type { OwnerTeams, ProjectRow } from "./queries";
import { projects } from "./schema";

/**
 * Stores a project. Its id may be SQL that gives none, such as where the owner has left the team; then the insertion fails
 * as `isNewProjectRefused` recognises.
 */
export function insertProject(db: Database, row: Omit<typeof projects.$inferInsert, "projectId"> & { projectId: Id }) {
  return db.insert(projects).values(row).returning();
}

/** Takes back a project that was not given an owner, with what was stored with it. */
export function deleteNewProject(db: Database, { projectId }: { projectId: string }) {
  return db.delete(projects).where(eq(projects.projectId, projectId));
}

/** Stores in the project's own shard which team owns it. The first database decides it. */
export function updateOwnerTeam(
  db: Database,
  { projectId, ownerTeamId }: { projectId: string; ownerTeamId: string | null },
) {
  return db.update(projects).set({ ownerTeamId }).where(eq(projects.projectId, projectId));
}

/** Tells whether an `insertProject` failed because its id was none. */
export function isNewProjectRefused(error: unknown): boolean {
  return violatesNotNull(error, "projects.project_id");
}

/**
 * Lets its batch fail, as `areProjectsOwned` recognises, while any of these teams of the internal project owns a project. It
 * finds out in the transaction that removes a team or its last member: no project can get in between.
 */
export function refuseWhileOwning(db: Database, { teamIds }: OwnerTeams): Statement {
  return db.update(projects).set({ createdAt: sql`null` }).where(inArray(projects.ownerTeamId, teamIds));
}

/** Tells whether a batch failed by `refuseWhileOwning`. */
export function areProjectsOwned(error: unknown): boolean {
  return violatesNotNull(error, "projects.created_at");
}

/** A project as long as its configuration, and its mode where that matters, are still those that a change was made from. */
interface UnchangedProject {
  projectId: string;
  from: string;
  isProductionMode?: boolean;
}

function isUnchanged({ projectId, from, isProductionMode }: UnchangedProject) {
  return and(
    eq(projects.projectId, projectId),
    isNull(projects.deletedAt),
    eq(projects.configOverride, from),
    isProductionMode === undefined ? undefined : eq(projects.isProductionMode, isProductionMode),
  );
}

/** Changes a project unless another request did; then it returns nothing. */
export function updateProject(db: Database, { set, ...unchanged }: UnchangedProject & { set: Partial<ProjectRow> }) {
  return db.update(projects).set(set).where(isUnchanged(unchanged)).returning();
}

/** Stores a project's secrets sealed anew, unless another request has changed the configuration. */
export async function resealConfig(
  db: Database,
  secrets: ServerSecrets,
  { projectId, configOverride: from }: Pick<ProjectRow, "projectId" | "configOverride">,
): Promise<[Statement]> {
  const resealed = await resealSecrets(secrets, projectId, JSON.parse(from));
  const set = await storedConfig(secrets, resealed);
  return [db.update(projects).set(set).where(isUnchanged({ projectId, from }))];
}

/** The same condition for writes to other tables, which must then come before the project's own. */
export function whereUnchanged(db: Database, unchanged: UnchangedProject): SQL {
  return exists(db.select({ one: sql`1` }).from(projects).where(isUnchanged(unchanged)));
}

/** Makes another team the owner of a project, unless a third one is by now, or `to` is null. Returns it if so. */
export function transferProject(db: Database, { projectId, from, to }: { projectId: string; from: string; to: SQL }) {
  return db
    .update(projects)
    .set({ ownerTeamId: to })
    .where(and(eq(projects.projectId, projectId), eq(projects.ownerTeamId, from), sql`${to} is not null`))
    .returning({ projectId: projects.projectId });
}

/**
 * Deletes a project for everything that reads it, its configuration with the secrets in it, and the team's right to it.
 * What belongs to it is deleted step by step.
 */
export function markDeleted(db: Database, { projectId, now }: { projectId: string; now: number }) {
  return db
    .update(projects)
    .set({
      deletedAt: now,
      ownerTeamId: null,
      displayName: "",
      description: "",
      logoUrl: null,
      fullLogoUrl: null,
      configOverride: "{}",
      configSeal: null,
    })
    .where(and(eq(projects.projectId, projectId), isNull(projects.deletedAt)));
}
