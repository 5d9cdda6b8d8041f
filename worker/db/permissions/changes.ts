import { and, eq, inArray, type SQL } from "drizzle-orm";
import { type Database, idsIn, insertable, type Statement } from "../../platform/database";
import type { MemberKey, ProjectGrant, TeamGrant, UserKey } from "../keys";
import { projectPermissionGrants, teamPermissionGrants } from "./schema";

/** Grants permissions to a member of a team; what the member holds already stays as it is. */
export function insertTeamGrants(
  db: Database,
  { permissionIds, ...member }: MemberKey & { permissionIds: string[] },
): Statement[] {
  const rows = permissionIds.map((permissionId) => ({ ...member, permissionId }));
  return insertable(teamPermissionGrants, rows).map((some) =>
    db.insert(teamPermissionGrants).values(some).onConflictDoNothing(),
  );
}

/** Grants permissions to a user in the whole project. */
export function insertProjectGrants(
  db: Database,
  { permissionIds, ...user }: UserKey & { permissionIds: string[] },
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

/** Takes direct grants back that a member may have. */
export function deleteTeamGrants(
  db: Database,
  { projectId, teamId, userId, permissionIds }: MemberKey & { permissionIds: string[] },
) {
  return db
    .delete(teamPermissionGrants)
    .where(
      and(
        eq(teamPermissionGrants.projectId, projectId),
        eq(teamPermissionGrants.teamId, teamId),
        eq(teamPermissionGrants.userId, userId),
        inArray(teamPermissionGrants.permissionId, idsIn(permissionIds)),
      ),
    );
}

export function isTeamGrant({ projectId, teamId, userId, permissionId }: TeamGrant) {
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

export function isProjectGrant({ projectId, userId, permissionId }: ProjectGrant) {
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

/** Deletes all grants of a permission, in both scopes. */
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

/** Gives all holders of a permission another one in its place. What was granted under the new id before does not count. */
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
