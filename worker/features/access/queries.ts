import { and, eq, sql } from "drizzle-orm";
import { teamMemberships } from "../../db/memberships/schema";
import { projects } from "../../db/projects/schema";
import { users } from "../../db/users/schema";
import type { Database } from "../../platform/database";

/** The internal project's user behind an owner token, with the team through which they own the project, if they do. */
export function selectOwner(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  const ownerTeam = db.select({ id: projects.ownerTeamId }).from(projects).where(eq(projects.projectId, projectId));
  return db
    .select({
      userId: sql<string>`${users.id}`.as("owner_user_id"),
      teamId: sql<string | null>`${teamMemberships.teamId}`.as("owner_team_id"),
    })
    .from(users)
    .leftJoin(
      teamMemberships,
      and(
        eq(teamMemberships.projectId, users.projectId),
        eq(teamMemberships.userId, users.id),
        eq(teamMemberships.teamId, sql`(${ownerTeam})`),
      ),
    )
    .where(and(eq(users.projectId, "internal"), eq(users.id, userId)));
}
