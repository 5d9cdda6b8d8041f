import type { MemberKey } from "../../../db/keys";
import type { selectUserInTeam } from "../../../db/memberships/queries";
import type { selectStanding } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import type { Failing } from "../../../protocol/failing";
import { effectivePermissions } from "../../permissions";

/** Holds what `selectStanding` found of a user in a team. */
export type Standing = Awaited<ReturnType<typeof selectStanding>>;

type Member = Pick<MemberKey, "teamId" | "userId">;

/**
 * Requires that a membership was found, by `selectMembership` or `selectStanding`. The error is the same when there is no
 * such team: the response does not reveal which.
 */
export function requireMembership(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND">,
  { teamId, userId }: Member,
  found: readonly unknown[] = [],
): void {
  if (found.length === 0) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId });
}

/** Requires that a user was found, and is a member. */
export function requireMember(
  { fail }: Failing<"USER_NOT_FOUND" | "TEAM_MEMBERSHIP_NOT_FOUND">,
  member: Member,
  [user]: Awaited<ReturnType<typeof selectUserInTeam>>,
): void {
  if (!user) fail("USER_NOT_FOUND");
  else requireMembership({ fail }, member, user.joinedAt === null ? [] : [user]);
}

/**
 * Requires permissions that a member has been granted in a team, directly or inside others. The first that is missing is
 * reported.
 *
 * @returns all permissions that they have
 */
export function requireTeamPermission(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND" | "TEAM_PERMISSION_REQUIRED">,
  project: Project,
  member: Member,
  permissionIds: string | readonly string[],
  standing: Standing = [],
): Set<string> {
  requireMembership({ fail }, member, standing);
  const granted = standing.flatMap((row) => row.permissionId ?? []);
  const held = effectivePermissions(project, granted, "team");
  const missing = [permissionIds].flat().find((id) => !held.has(id));
  if (missing === undefined) return held;
  return fail("TEAM_PERMISSION_REQUIRED", { team_id: member.teamId, user_id: member.userId, permission_id: missing });
}
