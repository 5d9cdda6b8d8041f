import { and, eq, type SQLWrapper } from "drizzle-orm";
import { columnsOf } from "../../platform/database";
import { teams } from "./schema";

/** Joins a team: `.leftJoin(...teamOf(users.projectId, users.selectedTeamId))`. */
export const teamOf = (projectId: string | SQLWrapper, teamId: string | SQLWrapper) =>
  [teams, and(eq(teams.projectId, projectId), eq(teams.id, teamId))] as const;

/** The columns of a joined team. */
export const teamColumns = columnsOf(teams, "team");
