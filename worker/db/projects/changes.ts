import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import type { ServerSecrets } from "../../platform/server-secret";
import { resealSecrets, storedConfig } from "./config-secrets";
import type { ProjectRow } from "./queries";
import { projects } from "./schema";

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

/** Deletes a project; everything that belongs to it goes with it. */
export function deleteProject(db: Database, { projectId }: { projectId: string }) {
  return db.delete(projects).where(eq(projects.projectId, projectId));
}
/** Makes another team the owner of a project, unless a third one is by now, or `to` is null. Returns it if so. */
export function transferProject(db: Database, { projectId, from, to }: { projectId: string; from: string; to: SQL }) {
  return db
    .update(projects)
    .set({ ownerTeamId: to })
    .where(and(eq(projects.projectId, projectId), eq(projects.ownerTeamId, from), sql`${to} is not null`))
    .returning({ projectId: projects.projectId });
}

