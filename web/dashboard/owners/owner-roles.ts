import type { TeamMember } from "../../kit";
import { hidden, kitCode } from "../code/written-code";

/** Says what a member of a team of owners is. */
export type OwnerRole = "admin" | "member";

/** The permission that lets an owner transfer the project, change roles and remove other owners. */
const admin = "team_admin";

type Role = Pick<TeamMember, "id" | "permissionIds">;

export function isAdmin({ permissionIds }: Role): boolean {
  return permissionIds.includes(admin);
}

/** Tells whether the team keeps members, but no admin, once this one has gone. */
export function isLastAdmin(member: Role, members: readonly Role[]): boolean {
  const others = members.filter(({ id }) => id !== member.id);
  return isAdmin(member) && others.length > 0 && !others.some(isAdmin);
}

/** Tells whether the team has one admin alone, which this one is: alone in the team too. */
export function isOnlyAdmin(member: Role, members: readonly Role[]): boolean {
  return isAdmin(member) && members.filter(isAdmin).length === 1;
}

/** The request that changes a role, as code: owners send it with their own session. */
export function roleCode(
  apiUrl: string,
  { teamId, userId, role }: { teamId: string; userId: string; role: OwnerRole },
) {
  return kitCode([], "fetch", `${apiUrl}/api/v1/internal/owner-teams/${teamId}/members/${userId}`, {
    method: "PATCH",
    headers: {
      "Content-Type": "application/json",
      "X-Stack-Access-Type": "client",
      "X-Stack-Project-Id": "internal",
      "X-Stack-Publishable-Client-Key": hidden("INTERNAL_PUBLISHABLE_CLIENT_KEY"),
      "X-Stack-Access-Token": hidden("OWNER_ACCESS_TOKEN"),
    },
    body: JSON.stringify({ role }),
  });
}
