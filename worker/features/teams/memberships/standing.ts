import type { MemberKey } from "../../../db/memberships/keys";
import type { selectUserInTeam } from "../../../db/memberships/queries";
import type { selectStanding } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import { fail } from "../../../protocol/fail";
import { effectivePermissions } from "../../permissions";

/** What `selectStanding` found of a user in a team. */
export type Standing = Awaited<ReturnType<typeof selectStanding>>;

type Member = Pick<MemberKey, "teamId" | "userId">;

/**
 * Asks that a membership was found, by `selectMembership` or `selectStanding`.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND, also when there is no such team: the response does not reveal which
 */
export function requireMembership({ teamId, userId }: Member, found: readonly unknown[]): void {
  if (found.length === 0) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId });
}

/**
 * Asks that a user was found, and is a member.
 *
 * @throws USER_NOT_FOUND, TEAM_MEMBERSHIP_NOT_FOUND
 */
export function requireMember(member: Member, [user]: Awaited<ReturnType<typeof selectUserInTeam>>): void {
  if (!user) fail("USER_NOT_FOUND");
  requireMembership(member, user.joinedAt === null ? [] : [user]);
}

/**
 * Asks for permissions that a member has been granted in a team, directly or inside others. The first that is missing is
 * reported.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED
 */
export function requireTeamPermission(
  project: Project,
  member: Member,
  permissionIds: string | readonly string[],
  standing: Standing,
): void {
  requireMembership(member, standing);
  const granted = standing.flatMap((row) => row.permissionId ?? []);
  const held = effectivePermissions(project, granted, "team");
  const missing = [permissionIds].flat().find((id) => !held.has(id));
  if (missing === undefined) return;
  fail("TEAM_PERMISSION_REQUIRED", { team_id: member.teamId, user_id: member.userId, permission_id: missing });
}
