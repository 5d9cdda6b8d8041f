import { and, eq } from "drizzle-orm";
import { columnsOf, type Database } from "../../../platform/database";
import { teams } from "../../teams/schema";
import { users } from "./schema";

type UserRow = typeof users.$inferSelect;
type TeamRow = typeof teams.$inferSelect;

/** A user with the team that they have selected. */
export type User = UserRow & { selectedTeam: TeamRow | null };

const userWithTeam = { user: columnsOf(users, "user"), team: columnsOf(teams, "team") };

/** All users with their selected teams, to be narrowed down; read each row with `readUser`. */
export function selectUsers(db: Database) {
  return db
    .select(userWithTeam)
    .from(users)
    .leftJoin(teams, and(eq(teams.projectId, users.projectId), eq(teams.id, users.selectedTeamId)))
    .$dynamic();
}

export function selectUser(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  return selectUsers(db).where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/** One row of `selectUsers`. A user without a selected team comes with a team of nulls. */
export function readUser({ user, team }: { user: UserRow; team: TeamRow | { id: null } | null }): User {
  return { ...user, selectedTeam: team?.id ? team : null };
}
