import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type Database, violatesNotNull } from "../../platform/database";
import { teamPermissionGrants } from "../permissions/schema";
import { users } from "../users/users/schema";
import { teamMemberships, teams } from "./schema";

export type TeamRow = typeof teams.$inferSelect;

interface OneTeam {
  projectId: string;
  teamId: string;
}

function isTeam({ projectId, teamId }: OneTeam) {
  return and(eq(teams.projectId, projectId), eq(teams.id, teamId));
}

/** All teams of a project, oldest first. */
export function selectTeams(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(teams).where(eq(teams.projectId, projectId)).orderBy(asc(teams.createdAt), asc(teams.id));
}

/** The teams that a user is a member of, oldest first. */
export function selectTeamsOf(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  const joined = db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId)));
  return db
    .select()
    .from(teams)
    .where(and(eq(teams.projectId, projectId), inArray(teams.id, joined)))
    .orderBy(asc(teams.createdAt), asc(teams.id));
}

export function selectTeam(db: Database, team: OneTeam) {
  return db.select().from(teams).where(isTeam(team));
}

/** Changes a team and returns what has become of it. */
export function updateTeam(db: Database, { set, ...team }: OneTeam & { set: Partial<TeamRow> }) {
  return db.update(teams).set(set).where(isTeam(team)).returning();
}

/** Deletes a team; memberships and grants go with it. */
export function deleteTeam(db: Database, team: OneTeam) {
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

/** Makes a user a member. The user's place in the order of sign-up comes from the user's own row. */
export function insertMembership(
  db: Database,
  { projectId, teamId, userId, createdAt }: OneTeam & { userId: string; createdAt: number },
) {
  const ordinal = db
    .select({ ordinal: users.ordinal })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
  return db.insert(teamMemberships).values({ projectId, teamId, userId, createdAt, userOrdinal: sql`(${ordinal})` });
}

export function selectMembership(db: Database, { projectId, teamId, userId }: OneTeam & { userId: string }) {
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

/** Whether an `insertMembership` failed because there is no such user, whose place it would have taken. */
export function isUnknownMember(error: unknown): boolean {
  return violatesNotNull(error, "team_memberships.user_ordinal");
}

/**
 * A user's standing in a team: nothing for who is no member, else a row for each permission that was granted directly,
 * or one without a permission.
 */
export function selectStanding(db: Database, { projectId, teamId, userId }: OneTeam & { userId: string }) {
  return db
    .select({
      userId: sql<string>`${teamMemberships.userId}`.as("member_user_id"),
      permissionId: sql<string | null>`${teamPermissionGrants.permissionId}`.as("granted_permission_id"),
    })
    .from(teamMemberships)
    .leftJoin(
      teamPermissionGrants,
      and(
        eq(teamPermissionGrants.projectId, teamMemberships.projectId),
        eq(teamPermissionGrants.teamId, teamMemberships.teamId),
        eq(teamPermissionGrants.userId, teamMemberships.userId),
      ),
    )
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
      ),
    );
}
