import { type Database, insertable, type Statement } from "../../platform/database";
import { projectPermissionGrants, teamPermissionGrants } from "./schema";

/** Grants permissions to a member of a team; what the member holds already stays as it is. */
export function insertTeamGrants(
  db: Database,
  {
    projectId,
    teamId,
    userId,
    permissionIds,
  }: { projectId: string; teamId: string; userId: string; permissionIds: string[] },
): Statement[] {
  const rows = permissionIds.map((permissionId) => ({ projectId, teamId, userId, permissionId }));
  return insertable(teamPermissionGrants, rows).map((some) =>
    db.insert(teamPermissionGrants).values(some).onConflictDoNothing(),
  );
}

/** Grants permissions to a user in the whole project. */
export function insertProjectGrants(
  db: Database,
  { projectId, userId, permissionIds }: { projectId: string; userId: string; permissionIds: string[] },
): Statement[] {
  const rows = permissionIds.map((permissionId) => ({ projectId, userId, permissionId }));
  return insertable(projectPermissionGrants, rows).map((some) =>
    db.insert(projectPermissionGrants).values(some).onConflictDoNothing(),
  );
}
