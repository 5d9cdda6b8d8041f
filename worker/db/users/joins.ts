import { and, eq, type SQLWrapper } from "drizzle-orm";
import { columnsOf, type Database } from "../../platform/database";
import { teamColumns, teamOf } from "../teams/joins";
import type { UserKey } from "./keys";
import { users } from "./schema";

/** Joins a user: `.innerJoin(...userOf(sessions.projectId, sessions.userId))`. */
export const userOf = (projectId: string | SQLWrapper, userId: string | SQLWrapper) =>
  [users, and(eq(users.projectId, projectId), eq(users.id, userId))] as const;

/** Joins the team that a user has selected: `.leftJoin(...selectedTeam)`. */
export const selectedTeam = teamOf(users.projectId, users.selectedTeamId);

/** The columns of a user and of the team that they have selected; read each row with `readUser`. */
export const userWithTeam = { user: columnsOf(users, "user"), team: teamColumns };

/** A user's place in the order of sign-up. */
export function ordinalOf(db: Database, { projectId, userId }: UserKey) {
  return db
    .select({ ordinal: users.ordinal })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}
