import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import { projects, provisionedProjects } from "../schema";
import { isProvisioned, isTransferable, type ProvisionedProject } from "./queries";

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
