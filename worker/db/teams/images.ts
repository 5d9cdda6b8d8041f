import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { teams } from "./schema";

/** The images of some teams, as `imageHolders` names them. */
export function selectTeamImages(db: Database, projectId: string, teamIds: readonly string[]) {
  return db
    .select({ holder: sql<string>`'team/' || ${teams.id}`, url: teams.profileImageUrl })
    .from(teams)
    .where(and(eq(teams.projectId, projectId), inArray(teams.id, idsIn(teamIds))));
}
