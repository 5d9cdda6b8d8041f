import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { teamMemberships } from "./schema";

/** The images of these users in these teams, as `imageHolders` names them. */
export function selectMemberImages(
  db: Database,
  projectId: string,
  teamIds: readonly string[],
  userIds: readonly string[],
) {
  return db
    .select({
      holder: sql<string>`'member/' || ${teamMemberships.teamId} || '/' || ${teamMemberships.userId}`,
      url: teamMemberships.profileImageUrl,
    })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        inArray(teamMemberships.teamId, idsIn(teamIds)),
        inArray(teamMemberships.userId, idsIn(userIds)),
      ),
    );
}
