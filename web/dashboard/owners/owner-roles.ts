import type { TeamMember } from "../../kit";

/** The permission that lets an owner transfer the project and remove other owners. */
const admin = "team_admin";

type Role = Pick<TeamMember, "id" | "permissionIds">;

export function isAdmin({ permissionIds }: Role): boolean {
  return permissionIds.includes(admin);
}

/** Whether the team keeps members, but no admin, once this one has gone. */
export function isLastAdmin(member: Role, members: readonly Role[]): boolean {
  const others = members.filter(({ id }) => id !== member.id);
  return isAdmin(member) && others.length > 0 && !others.some(isAdmin);
}
