import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { projects } from "./schema";

/** The id of the team that owns a project; null when none does. */
export function ownerTeamOf(db: Database, projectId: string) {
  const team = db.select({ id: projects.ownerTeamId }).from(projects).where(eq(projects.projectId, projectId));
  return sql`(${team})`;
}
