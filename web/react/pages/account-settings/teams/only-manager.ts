import type { TeamMember } from "../../../../kit";

/** Whether nobody could manage the team any more once this member of it has left. */
export function isOnlyManager(
  { id }: { id: string },
  members: readonly Pick<TeamMember, "id" | "managesTeam">[],
): boolean {
  const managers = members.filter(({ managesTeam }) => managesTeam);
  return managers.length === 1 && managers[0]?.id === id;
}
