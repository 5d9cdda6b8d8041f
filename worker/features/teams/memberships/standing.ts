import { fail } from "../../protocol/fail";
import { effectivePermissions } from "../permissions";
import type { Project } from "../projects";
import type { selectStanding } from "./queries";

/** What `selectStanding` found of a user in a team. */
export type Standing = Awaited<ReturnType<typeof selectStanding>>;

interface Member {
  teamId: string;
  userId: string;
}

/**
 * Asks that a membership was found, by `selectMembership` or `selectStanding`.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND, also when there is no such team: strangers do not learn which
 */
export function requireMembership({ teamId, userId }: Member, found: readonly unknown[]): void {
  if (found.length === 0) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId });
}

/**
 * Asks for a permission that a member has been granted in a team, directly or inside another one.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED
 */
export function requireTeamPermission(
  project: Project,
  member: Member,
  permissionId: string,
  standing: Standing,
): void {
  requireMembership(member, standing);
  const granted = standing.flatMap((row) => row.permissionId ?? []);
  if (effectivePermissions(project, granted, "team").has(permissionId)) return;
  fail("TEAM_PERMISSION_REQUIRED", { team_id: member.teamId, user_id: member.userId, permission_id: permissionId });
}
