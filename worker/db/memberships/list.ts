import { and, eq, exists } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { selectedTeam, userOf, userWithTeam } from "../users/joins";
import { inOrder, inPage, selectFoundUsers, type UserPage } from "../users/list";
import { teamMemberships } from "./schema";

/** One page of a team's members in the order of sign-up, as `selectUserPage` is of a project's users. */
export function selectMemberPage(db: Database, { teamId, ...page }: UserPage & { teamId: string }) {
  const { projectId, userId, userOrdinal } = teamMemberships;
  const [users] = userOf(projectId, userId);
  const inTeam = and(eq(projectId, page.provenProjectId), eq(teamMemberships.teamId, teamId));
  const isUser = eq(users.id, userId);
  if (page.query) {
    const membership = db.select({ userId }).from(teamMemberships).where(and(inTeam, isUser));
    return selectFoundUsers(db, page, page.query, exists(membership));
  }
  return db
    .select(userWithTeam)
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(and(inTeam, isUser, inPage(db, page, userOrdinal)))
    .orderBy(inOrder(page, userOrdinal))
    .limit(page.limit);
}
