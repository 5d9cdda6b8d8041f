import { and, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { type Condition, type Database, rowIs, type Statement, violatesNotNull } from "../../platform/database";
import type { TeamKey } from "../keys";
import { searchName } from "../search-text";
import type { Team } from "./queries";
import { teams } from "./schema";

function isTeam({ projectId, teamId }: TeamKey) {
  return rowIs(teams, { projectId, id: teamId });
}

export function insertTeam(db: Database, team: Team) {
  return db.insert(teams).values({ ...team, searchName: searchName(team.displayName) });
}

/** Changes a team and returns what has become of it. */
export function updateTeam(db: Database, { set, ...team }: TeamKey & { set: Partial<Team> }) {
  const { displayName } = set;
  const renamed = displayName === undefined ? {} : { searchName: searchName(displayName) };
  return db
    .update(teams)
    .set({ ...set, ...renamed })
    .where(isTeam(team))
    .returning();
}

/** Renames those of some teams that have a certain name. */
export function renameTeams(
  db: Database,
  { projectId, teamIds, from, to }: { projectId: string; teamIds: SQLWrapper; from: string; to: string },
) {
  return db
    .update(teams)
    .set({ displayName: to, searchName: searchName(to) })
    .where(and(rowIs(teams, { projectId, displayName: from }), inArray(teams.id, teamIds)));
}

/** Deletes a team; memberships with their profiles, and grants, are deleted with it. */
export function deleteTeam(db: Database, team: TeamKey) {
  return db.delete(teams).where(isTeam(team)).returning({ id: teams.id });
}

/** Lets its batch fail, as `isTeamRefused` recognises, where a condition holds at its end: then the team is not made. */
export function refuseTeamIf(db: Database, team: TeamKey, condition: Condition): Statement {
  return db
    .update(teams)
    .set({ createdAt: sql`null` })
    .where(and(isTeam(team), condition));
}

/** Tells whether a batch failed by `refuseTeamIf`. */
export function isTeamRefused(error: unknown): boolean {
  return violatesNotNull(error, "teams.created_at");
}
