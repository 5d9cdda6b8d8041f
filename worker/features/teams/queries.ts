import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { users } from "../users/users/schema";
import { teamMemberships, teams } from "./schema";

export type TeamRow = typeof teams.$inferSelect;

export function insertTeam(db: Database, team: TeamRow) {
  return db.insert(teams).values(team);
}

/** Makes a user a member. The user's place in the order of sign-up comes from the user's own row. */
export function insertMembership(
  db: Database,
  { projectId, teamId, userId, createdAt }: { projectId: string; teamId: string; userId: string; createdAt: number },
) {
  const ordinal = db
    .select({ ordinal: users.ordinal })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
  return db.insert(teamMemberships).values({ projectId, teamId, userId, createdAt, userOrdinal: sql`(${ordinal})` });
}

export function selectMembership(
  db: Database,
  { projectId, teamId, userId }: { projectId: string; teamId: string; userId: string },
) {
  return db
    .select({ userId: teamMemberships.userId, createdAt: teamMemberships.createdAt })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
      ),
    );
}
