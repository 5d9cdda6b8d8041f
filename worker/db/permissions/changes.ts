import { and, inArray, type SQL, sql } from "drizzle-orm";
import {
  type Condition,
  type Database,
  idsIn,
  insertable,
  maxBatches,
  pauseBeforeBatch,
  refuseUnless,
  rowIs,
  type Statement,
} from "../../platform/database";
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
        rowIs(teamPermissionGrants, { projectId, teamId, userId }),
        inArray(teamPermissionGrants.permissionId, idsIn(permissionIds)),
      ),
    );
}

export function isTeamGrant({ projectId, teamId, userId, permissionId }: TeamGrant) {
  return rowIs(teamPermissionGrants, { projectId, teamId, userId, permissionId });
}

/** Takes a direct grant back; returns nothing when there was none. */
export function deleteProjectGrant(db: Database, grant: ProjectGrant) {
  return db
    .delete(projectPermissionGrants)
    .where(isProjectGrant(grant))
    .returning({ permissionId: projectPermissionGrants.permissionId });
}

export function isProjectGrant({ projectId, userId, permissionId }: ProjectGrant) {
  return rowIs(projectPermissionGrants, { projectId, userId, permissionId });
}

/** A permission whose grants follow its definition: `unchanged` is the condition on which the definition changes. */
interface ChangingPermission {
  projectId: string;
  id: string;
  unchanged: SQL;
}

/** Names a permission, for its grants alone. */
type AnyPermission = Pick<ChangingPermission, "projectId" | "id">;

/** The most grants that one batch deletes, of teams and of the project each. */
const grantsPerBatch = 500;

/** Deletes all grants of a permission, in both scopes. Refuses its batch where they are too many: see `clearGrantsInBatches`. */
export function clearGrants(db: Database, permission: ChangingPermission) {
  return {
    clearable: refuseUnless(db, hasFewGrants(permission, grantsPerBatch)),
    clearedInTeams: db.delete(teamPermissionGrants).where(and(isGrantInTeam(permission), permission.unchanged)),
    clearedInProject: db.delete(projectPermissionGrants).where(and(isGrantInProject(permission), permission.unchanged)),
  };
}

/**
 * Deletes the grants of a permission in batches, before its definition goes or comes. However many there are, each batch takes a few
 * milliseconds of the database.
 *
 * @returns whether none is left after the batches of one request
 */
export async function clearGrantsInBatches(db: Database, permission: AnyPermission): Promise<boolean> {
  const place = { place: sql`rowid` };
  const inTeams = db.select(place).from(teamPermissionGrants).where(isGrantInTeam(permission)).limit(grantsPerBatch);
  const inProject = db
    .select(place)
    .from(projectPermissionGrants)
    .where(isGrantInProject(permission))
    .limit(grantsPerBatch);
  for (let batches = 0; batches < maxBatches; batches++) {
    await pauseBeforeBatch(batches);
    const results = await db.batch([
      db.delete(teamPermissionGrants).where(and(isGrantInTeam(permission), inArray(sql`rowid`, inTeams))),
      db.delete(projectPermissionGrants).where(and(isGrantInProject(permission), inArray(sql`rowid`, inProject))),
    ]);
    if (results.every(({ meta }) => meta.changes < grantsPerBatch)) return true;
  }
  return false;
}

/**
 * Gives all holders of a permission another one in its place. What was granted under the new id before does not count. Refuses its
 * batch where that has too many to be cleared, or the permission more than `maxGrants`.
 */
export function renameGrants(
  db: Database,
  { newId, maxGrants, ...permission }: ChangingPermission & { newId: string; maxGrants: number },
) {
  return {
    renamable: refuseUnless(db, hasFewGrants(permission, maxGrants)),
    ...clearGrants(db, { ...permission, id: newId }),
    renamedInTeams: db
      .update(teamPermissionGrants)
      .set({ permissionId: newId })
      .where(and(isGrantInTeam(permission), permission.unchanged)),
    renamedInProject: db
      .update(projectPermissionGrants)
      .set({ permissionId: newId })
      .where(and(isGrantInProject(permission), permission.unchanged)),
  };
}

function isGrantInTeam({ projectId, id }: AnyPermission): SQL | undefined {
  return rowIs(teamPermissionGrants, { projectId, permissionId: id });
}

function isGrantInProject({ projectId, id }: AnyPermission): SQL | undefined {
  return rowIs(projectPermissionGrants, { projectId, permissionId: id });
}

/** Holds while a permission has no more grants, and where the definition does not change. */
function hasFewGrants({ projectId, id, unchanged }: ChangingPermission, most: number): Condition {
  return sql`not (${unchanged}) or (select count(*) from (
    select 1 from ${teamPermissionGrants} where project_id = ${projectId} and permission_id = ${id}
    union all select 1 from ${projectPermissionGrants} where project_id = ${projectId} and permission_id = ${id}
    limit ${most + 1}
  )) <= ${most}`;
}
