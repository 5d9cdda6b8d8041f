import { maxDefaultPermissions } from "../../config";
import { insertProjectGrants, insertTeamGrants } from "../../db/permissions/changes";
import { recordTeamGrants } from "../../db/permissions/events";
import { holderIdsIn } from "../../db/permissions/queries";
import type { ConfiguredProject, Project } from "../../db/projects/project";
import { selectRecipients } from "../../db/users/queries";
import type { Database, Statement } from "../../platform/database";
import { isDefined, permissionsLeadingTo } from "./definitions";

export { effectivePermissions, isDefined, permissionsLeadingTo } from "./definitions";

/**
 * The permissions that a team's creator or a new member gets. Defaults without a definition are left out, and those beyond the most
 * that a configuration may have, which was stored before there was a limit.
 */
export function teamDefaults(project: ConfiguredProject, as: "creator" | "member"): string[] {
  const { teamCreator, teamMember } = project.config.rbac.defaultPermissions;
  const defaults = Object.keys(as === "creator" ? teamCreator : teamMember);
  return defaults.filter((id) => isDefined(project, id, "team")).slice(0, maxDefaultPermissions);
}

/** The grants that a team's creator or a new member gets. */
export function teamDefaultGrants(
  db: Database,
  project: ConfiguredProject,
  { teamId, userId, as }: { teamId: string; userId: string; as: "creator" | "member" },
): Statement[] {
  const granted = { projectId: project.id, teamId, userId, permissionIds: teamDefaults(project, as) };
  return [...insertTeamGrants(db, granted), ...(as === "member" ? recordTeamGrants(db, granted) : [])];
}

/** The grants that a new user gets in the whole project. */
export function signUpDefaultGrants(db: Database, project: Project, { userId }: { userId: string }): Statement[] {
  const defaults = Object.keys(project.config.rbac.defaultPermissions.signUp);
  const permissionIds = defaults.filter((id) => isDefined(project, id, "project")).slice(0, maxDefaultPermissions);
  return insertProjectGrants(db, { projectId: project.id, userId, permissionIds });
}

/** The members of a team who hold a permission in it, directly or inside another one. */
export function teamHolders(
  db: Database,
  project: Project,
  { teamId, permissionId }: { teamId: string; permissionId: string },
) {
  const permissionIds = permissionsLeadingTo(project, permissionId, "team");
  const userIds = holderIdsIn(db, { projectId: project.id, teamId, permissionIds });
  return selectRecipients(db, { projectId: project.id, userIds });
}
