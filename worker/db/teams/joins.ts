import { type SQLWrapper, sql } from "drizzle-orm";
import { type Condition, columnsOf, type Database, rowIs } from "../../platform/database";
import type { TeamKey } from "../keys";
import { teams } from "./schema";

/** Joins a team: `.leftJoin(...teamOf(users.projectId, users.selectedTeamId))`. */
export const teamOf = (projectId: string | SQLWrapper, teamId: string | SQLWrapper) =>
  [teams, rowIs(teams, { projectId, id: teamId })] as const;

const { searchName: _, ...shownColumns } = columnsOf(teams, "team");

/** The columns of a joined team, without what is of no use outside of storage. */
export const teamColumns = shownColumns;

/** The id of a joined team; null without one. */
export const joinedTeamId = sql<string | null>`${teams.id}`;

/** The ids of the teams that a user has made, whether or not they are a member still. */
export function teamIdsMadeBy(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  return db
    .select({ id: teams.id })
    .from(teams)
    .where(rowIs(teams, { projectId, creatorUserId: userId }));
}

/** Holds while there is such a team. */
export function ifTeam({ projectId, teamId }: TeamKey): Condition {
  const [ofId, isTeam] = teamOf(projectId, teamId);
  return sql`exists (select 1 from ${ofId} where ${isTeam})`;
}
