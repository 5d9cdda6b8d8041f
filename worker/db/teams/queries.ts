import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database";
import type { TeamKey } from "./keys";
import { teams } from "./schema";

export type Team = typeof teams.$inferSelect;

/** All teams of a project, oldest first. */
export function selectTeams(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(teams).where(eq(teams.projectId, projectId)).orderBy(asc(teams.createdAt), asc(teams.id));
}

export function selectTeam(db: Database, { projectId, teamId }: TeamKey) {
  return db
    .select()
    .from(teams)
    .where(and(eq(teams.projectId, projectId), eq(teams.id, teamId)));
}
