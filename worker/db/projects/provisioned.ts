import { and, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { projects, provisionedProjects } from "./schema";

/** A project that a client has made. */
export interface ProvisionedProject {
  projectId: string;
  clientId: string;
}

export function isProvisioned({ projectId, clientId }: ProvisionedProject) {
  return and(eq(provisionedProjects.projectId, projectId), eq(provisionedProjects.clientId, clientId));
}

/** The project, while no team owns it. */
export function selectTransferable(db: Database, provisioned: ProvisionedProject) {
  return db
    .select({ id: projects.projectId, displayName: projects.displayName })
    .from(provisionedProjects)
    .innerJoin(projects, eq(projects.projectId, provisionedProjects.projectId))
    .where(and(isProvisioned(provisioned), isNull(projects.ownerTeamId), isNull(projects.deletedAt)));
}

export function selectProvisioned(db: Database, provisioned: ProvisionedProject) {
  return db
    .select({ projectId: provisionedProjects.projectId })
    .from(provisionedProjects)
    .where(isProvisioned(provisioned));
}

/** Tells whether the client may hand the project over, as a condition on the project's own row. */
export function isTransferable(db: Database, provisioned: ProvisionedProject) {
  return and(
    eq(projects.projectId, provisioned.projectId),
    isNull(projects.ownerTeamId),
    isNull(projects.deletedAt),
    exists(db.select({ one: sql`1` }).from(provisionedProjects).where(isProvisioned(provisioned))),
  );
}

export function insertProvisioned(db: Database, row: typeof provisionedProjects.$inferSelect) {
  return db.insert(provisionedProjects).values(row);
}

/** Gives a project its first owner, unless it has one by now, or `to` is null. Returns it if so. */
export function handOver(db: Database, { to, ...provisioned }: ProvisionedProject & { to: SQL }) {
  return db
    .update(projects)
    .set({ ownerTeamId: to })
    .where(and(isTransferable(db, provisioned), sql`${to} is not null`))
    .returning({ projectId: projects.projectId });
}

/** Takes the client's right to hand a project over, once a team owns it. */
export function endProvisioning(db: Database, provisioned: ProvisionedProject) {
  const owned = db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.projectId, provisioned.projectId), isNotNull(projects.ownerTeamId)));
  return db
    .delete(provisionedProjects)
    .where(and(isProvisioned(provisioned), exists(owned)))
    .returning({ projectId: provisionedProjects.projectId });
}
