import { and, eq, exists, notExists, sql } from "drizzle-orm";
import type { Condition, Database } from "../../platform/database";
import { projects } from "./schema";

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
