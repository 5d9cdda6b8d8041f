import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, idsIn, insertable, type Statement } from "../../platform/database";
import { teamMemberships } from "../memberships/schema";
import { recordEventsOf } from "../outbox/changes";
import { users } from "../users/schema";
import { projectPermissionGrants, teamPermissionGrants } from "./schema";

interface OneUser {
  projectId: string;
  userId: string;
}

interface OneMember extends OneUser {
  teamId: string;
}

interface TeamGrant extends OneMember {
  permissionId: string;
}

interface ProjectGrant extends OneUser {
  permissionId: string;
}

/** All that is granted directly in a project's teams, or what of it a team or a user is named for. */
interface Grants {
  projectId: string;
  teamId?: string | undefined;
  userId?: string | undefined;
}

/** Permissions granted in teams, in the order of teams and users. */
export function selectTeamGrants(db: Database, { projectId, teamId, userId }: Grants) {
  const { permissionId } = teamPermissionGrants;
  return db
    .select({ teamId: teamPermissionGrants.teamId, userId: teamPermissionGrants.userId, permissionId })
    .from(teamPermissionGrants)
    .where(
      and(
        eq(teamPermissionGrants.projectId, projectId),
        teamId === undefined ? undefined : eq(teamPermissionGrants.teamId, teamId),
        userId === undefined ? undefined : eq(teamPermissionGrants.userId, userId),
      ),
    )
    .orderBy(asc(teamPermissionGrants.teamId), asc(teamPermissionGrants.userId), asc(permissionId))
    .$dynamic();
}

/** Permissions granted in the whole project, in the order of users. */
export function selectProjectGrants(db: Database, { projectId, userId }: Omit<Grants, "teamId">) {
  const { permissionId } = projectPermissionGrants;
  return db
    .select({ userId: projectPermissionGrants.userId, permissionId })
    .from(projectPermissionGrants)
    .where(
      and(
        eq(projectPermissionGrants.projectId, projectId),
        userId === undefined ? undefined : eq(projectPermissionGrants.userId, userId),
      ),
    )
    .orderBy(asc(projectPermissionGrants.userId), asc(permissionId))
    .$dynamic();
}

/** The users who were granted one of some permissions in a team, each once. */
export function selectTeamHolders(
  db: Database,
  { projectId, teamId, permissionIds }: { projectId: string; teamId: string; permissionIds: string[] },
) {
  const holders = db
    .select({ userId: teamPermissionGrants.userId })
    .from(teamPermissionGrants)
    .where(
      and(
        eq(teamPermissionGrants.projectId, projectId),
        eq(teamPermissionGrants.teamId, teamId),
        inArray(teamPermissionGrants.permissionId, idsIn(permissionIds)),
      ),
    );
  return db
    .select({ id: users.id, displayName: users.displayName, primaryEmail: users.primaryEmail })
    .from(users)
    .where(and(eq(users.projectId, projectId), inArray(users.id, holders)));
}

/** A user with the team, if they are a member of it; nothing when there is no such user. */
export function selectUserInTeam(db: Database, { projectId, teamId, userId }: OneMember) {
  return db
    .select({
      userId: sql<string>`${users.id}`.as("holder_user_id"),
      teamId: sql<string | null>`${teamMemberships.teamId}`.as("holder_team_id"),
    })
    .from(users)
    .leftJoin(
      teamMemberships,
      and(
        eq(teamMemberships.projectId, users.projectId),
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, users.id),
      ),
    )
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/** Whether there is a user: a row, or nothing. */
export function selectUserId(db: Database, { projectId, userId }: OneUser) {
  return db
    .select({ holderId: users.id })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/** Grants permissions to a member of a team; what the member holds already stays as it is. */
export function insertTeamGrants(
  db: Database,
  { permissionIds, ...member }: OneMember & { permissionIds: string[] },
): Statement[] {
  const rows = permissionIds.map((permissionId) => ({ ...member, permissionId }));
  return insertable(teamPermissionGrants, rows).map((some) =>
    db.insert(teamPermissionGrants).values(some).onConflictDoNothing(),
  );
}

/** Grants permissions to a user in the whole project. */
export function insertProjectGrants(
  db: Database,
  { permissionIds, ...user }: OneUser & { permissionIds: string[] },
): Statement[] {
  const rows = permissionIds.map((permissionId) => ({ ...user, permissionId }));
  return insertable(projectPermissionGrants, rows).map((some) =>
    db.insert(projectPermissionGrants).values(some).onConflictDoNothing(),
  );
}

/** Takes a direct grant back; returns nothing when there was none. */
export function deleteTeamGrant(db: Database, grant: TeamGrant) {
  return db
    .delete(teamPermissionGrants)
    .where(isTeamGrant(grant))
    .returning({ permissionId: teamPermissionGrants.permissionId });
}

/** Tells that a direct grant is taken back, if there is one. It comes before the deletion. */
export function recordTeamRevocation(db: Database, grant: TeamGrant): Statement {
  const { teamId, userId, permissionId } = teamPermissionGrants;
  return recordEventsOf(db, {
    projectId: grant.projectId,
    type: "team_permission.deleted",
    data: sql`json_object('id', ${permissionId}, 'team_id', ${teamId}, 'user_id', ${userId})`,
    rows: sql`from ${teamPermissionGrants} where ${isTeamGrant(grant)}`,
  });
}

function isTeamGrant({ projectId, teamId, userId, permissionId }: TeamGrant) {
  return and(
    eq(teamPermissionGrants.projectId, projectId),
    eq(teamPermissionGrants.teamId, teamId),
    eq(teamPermissionGrants.userId, userId),
    eq(teamPermissionGrants.permissionId, permissionId),
  );
}

/** Takes a direct grant back; returns nothing when there was none. */
export function deleteProjectGrant(db: Database, grant: ProjectGrant) {
  return db
    .delete(projectPermissionGrants)
    .where(isProjectGrant(grant))
    .returning({ permissionId: projectPermissionGrants.permissionId });
}

/** Tells that a direct grant is taken back, if there is one. It comes before the deletion. */
export function recordProjectRevocation(db: Database, grant: ProjectGrant): Statement {
  const { userId, permissionId } = projectPermissionGrants;
  return recordEventsOf(db, {
    projectId: grant.projectId,
    type: "project_permission.deleted",
    data: sql`json_object('id', ${permissionId}, 'user_id', ${userId})`,
    rows: sql`from ${projectPermissionGrants} where ${isProjectGrant(grant)}`,
  });
}

function isProjectGrant({ projectId, userId, permissionId }: ProjectGrant) {
  return and(
    eq(projectPermissionGrants.projectId, projectId),
    eq(projectPermissionGrants.userId, userId),
    eq(projectPermissionGrants.permissionId, permissionId),
  );
}

/** A permission whose grants follow its definition: `unchanged` is the condition on which the definition changes. */
interface ChangingPermission {
  projectId: string;
  id: string;
  unchanged: SQL;
}

/** Takes a permission away from everybody, in both scopes. */
export function clearGrants(db: Database, { projectId, id, unchanged }: ChangingPermission) {
  return {
    clearedInTeams: db
      .delete(teamPermissionGrants)
      .where(and(eq(teamPermissionGrants.projectId, projectId), eq(teamPermissionGrants.permissionId, id), unchanged)),
    clearedInProject: db
      .delete(projectPermissionGrants)
      .where(
        and(eq(projectPermissionGrants.projectId, projectId), eq(projectPermissionGrants.permissionId, id), unchanged),
      ),
  };
}

/** Gives whoever holds a permission another one in its place. What was granted under the new id before does not count. */
export function renameGrants(db: Database, { newId, ...permission }: ChangingPermission & { newId: string }) {
  const { projectId, id, unchanged } = permission;
  return {
    ...clearGrants(db, { ...permission, id: newId }),
    renamedInTeams: db
      .update(teamPermissionGrants)
      .set({ permissionId: newId })
      .where(and(eq(teamPermissionGrants.projectId, projectId), eq(teamPermissionGrants.permissionId, id), unchanged)),
    renamedInProject: db
      .update(projectPermissionGrants)
      .set({ permissionId: newId })
      .where(
        and(eq(projectPermissionGrants.projectId, projectId), eq(projectPermissionGrants.permissionId, id), unchanged),
      ),
  };
}

/** What a user was granted directly in a team. */
export function selectGrantsIn(
  db: Database,
  { projectId, userId, teamId }: { projectId: string; userId: string; teamId: string | SQL },
) {
  return db
    .select({ permissionId: teamPermissionGrants.permissionId })
    .from(teamPermissionGrants)
    .where(
      and(
        eq(teamPermissionGrants.projectId, projectId),
        eq(teamPermissionGrants.teamId, teamId),
        eq(teamPermissionGrants.userId, userId),
      ),
    );
}
