import { and, asc, eq, getTableColumns, inArray } from "drizzle-orm";
import { teamMemberships } from "../../db/memberships/schema";
import { teams } from "../../db/teams/schema";
import { users } from "../../db/users/schema";
import type { Database } from "../../platform/database";

export type TeamRow = typeof teams.$inferSelect;

export interface OneTeam {
  projectId: string;
  teamId: string;
}

function isTeam({ projectId, teamId }: { projectId: string; teamId: string | typeof teamMemberships.teamId }) {
  return and(eq(teams.projectId, projectId), eq(teams.id, teamId));
}

/** All teams of a project, oldest first. */
export function selectTeams(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(teams).where(eq(teams.projectId, projectId)).orderBy(asc(teams.createdAt), asc(teams.id));
}

/**
 * The teams that a user is a member of, oldest first. (The cross join has SQLite begin with the memberships, and not with
 * all teams of the project.)
 */
export function selectTeamsOf(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  return db
    .select(getTableColumns(teams))
    .from(teamMemberships)
    .crossJoin(teams)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        eq(teamMemberships.userId, userId),
        isTeam({ projectId, teamId: teamMemberships.teamId }),
      ),
    )
    .orderBy(asc(teams.createdAt), asc(teams.id));
}

export function selectTeam(db: Database, team: OneTeam) {
  return db.select().from(teams).where(isTeam(team));
}

/** Changes a team and returns what has become of it. */
export function updateTeam(db: Database, { set, ...team }: OneTeam & { set: Partial<TeamRow> }) {
  return db.update(teams).set(set).where(isTeam(team)).returning();
}

/** Removes a team; memberships with their profiles, and grants, go with it. */
export function removeTeam(db: Database, team: OneTeam) {
  return db.delete(teams).where(isTeam(team)).returning({ id: teams.id });
}

/** Lets no member have a team selected any more. */
export function deselectTeam(db: Database, { projectId, teamId }: OneTeam) {
  const members = db
    .select({ id: teamMemberships.userId })
    .from(teamMemberships)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.teamId, teamId)));
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(eq(users.projectId, projectId), eq(users.selectedTeamId, teamId), inArray(users.id, members)));
}

export function insertTeam(db: Database, team: TeamRow) {
  return db.insert(teams).values(team);
}
