import { and, asc, eq, inArray, ne, type SQLWrapper, sql } from "drizzle-orm";
import { type Database, type Id, idsIn, rowIs } from "../../platform/database";
import type { MemberKey } from "../keys";
import { membershipOf, unsuspendedMemberships } from "../memberships/joins";
import { idOfUnsuspended } from "../users/joins";
import { projectPermissionGrants, teamPermissionGrants } from "./schema";

/** All that is granted directly in a project's teams, or the part of it that belongs to a team or a user. */
interface Grants {
  projectId: Id;
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

/** The ids of the users, of all or of one only or all but one, who were granted one of some permissions in a team. */
export function holderIdsIn(
  db: Database,
  {
    projectId,
    teamId,
    permissionIds,
    only,
    except,
  }: { projectId: string; teamId: string; permissionIds: string[]; only?: string; except?: string },
) {
  return db
    .select({ userId: teamPermissionGrants.userId })
    .from(teamPermissionGrants)
    .where(
      and(
        rowIs(teamPermissionGrants, { projectId, teamId }),
        inArray(teamPermissionGrants.permissionId, idsIn(permissionIds)),
        only === undefined ? undefined : eq(teamPermissionGrants.userId, only),
        except === undefined ? undefined : ne(teamPermissionGrants.userId, except),
      ),
    )
    .$dynamic();
}

/**
 * Selects a user's standing in a team. A user who is no member has no row. A member has a row for each permission that was granted
 * directly, or one row without a permission.
 */
export function selectStanding(db: Database, member: { [Name in keyof MemberKey]: Id }) {
  return standingsIn(db, membershipOf(member));
}

function standingsIn(db: Database, [memberships, areMembers]: ReturnType<typeof membershipOf>) {
  return db
    .select({
      userId: sql<string>`${memberships.userId}`.as("member_user_id"),
      permissionId: sql<string | null>`${teamPermissionGrants.permissionId}`.as("granted_permission_id"),
    })
    .from(memberships)
    .leftJoin(
      teamPermissionGrants,
      rowIs(teamPermissionGrants, {
        projectId: memberships.projectId,
        teamId: memberships.teamId,
        userId: memberships.userId,
      }),
    )
    .where(areMembers);
}

/** A user's standing in a team, as `selectStanding` finds it; nothing while the user is suspended. */
export function selectUnsuspendedStanding(
  db: Database,
  { projectId, teamId, userId }: { projectId: string; teamId: Id; userId: Id },
) {
  return selectStanding(db, { projectId, teamId, userId: idOfUnsuspended({ projectId, userId }) });
}

/** The standings in a team of those of some users who are members and not suspended, as `selectStanding` finds each. */
export function selectUnsuspendedStandings(
  db: Database,
  members: { projectId: Id; teamId: string; userIds: SQLWrapper },
) {
  return standingsIn(db, unsuspendedMemberships(members));
}

/** The permissions that a user was granted directly in a team. */
export function selectGrantsIn(
  db: Database,
  { projectId, userId, teamId }: { projectId: Id; userId: string; teamId: Id },
) {
  return db
    .select({ permissionId: teamPermissionGrants.permissionId })
    .from(teamPermissionGrants)
    .where(rowIs(teamPermissionGrants, { projectId, teamId, userId }));
}
