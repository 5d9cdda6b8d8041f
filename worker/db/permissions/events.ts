import { sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import type { MemberKey, ProjectGrant, TeamGrant, UserKey } from "../keys";
import { recordEvents, recordEventsOf } from "../outbox/changes";
import { isProjectGrant, isTeamGrant } from "./changes";
import { projectPermissionGrants, teamPermissionGrants } from "./schema";

/** Records that a member of a team is granted permissions. */
export function recordTeamGrants(
  db: Database,
  { projectId, teamId, userId, permissionIds }: MemberKey & { permissionIds: string[] },
): Statement[] {
  const data = permissionIds.map((id) => ({ id, team_id: teamId, user_id: userId }));
  return recordEvents(db, { projectId, type: "team_permission.created", data });
}

/** Records that a user is granted permissions in the whole project. */
export function recordProjectGrants(
  db: Database,
  { projectId, userId, permissionIds }: UserKey & { permissionIds: string[] },
): Statement[] {
  const data = permissionIds.map((id) => ({ id, user_id: userId }));
  return recordEvents(db, { projectId, type: "project_permission.created", data });
}

/** Records that a direct grant is revoked, if there is one. It comes before the deletion. */
export function recordTeamRevocation(db: Database, grant: TeamGrant): Statement {
  const { teamId, userId, permissionId } = teamPermissionGrants;
  return recordEventsOf(db, {
    projectId: grant.projectId,
    type: "team_permission.deleted",
    data: sql`json_object('id', ${permissionId}, 'team_id', ${teamId}, 'user_id', ${userId})`,
    rows: sql`from ${teamPermissionGrants} where ${isTeamGrant(grant)}`,
  });
}

/** Records that a direct grant is revoked, if there is one. It comes before the deletion. */
export function recordProjectRevocation(db: Database, grant: ProjectGrant): Statement {
  const { userId, permissionId } = projectPermissionGrants;
  return recordEventsOf(db, {
    projectId: grant.projectId,
    type: "project_permission.deleted",
    data: sql`json_object('id', ${permissionId}, 'user_id', ${userId})`,
    rows: sql`from ${projectPermissionGrants} where ${isProjectGrant(grant)}`,
  });
}
