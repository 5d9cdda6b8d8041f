import { deleteMembership, insertMembership } from "../../../db/memberships/changes";
import { recordJoining, recordLeaving } from "../../../db/memberships/events";
import { soleTeamIdsOf } from "../../../db/memberships/joins";
import type { MemberKey } from "../../../db/memberships/keys";
import type { Project } from "../../../db/projects/project";
import { deselectTeamOf } from "../../../db/users/changes";
import type { Database, Statement } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { teamDefaultGrants } from "../../permissions";
import { batchUnlessOwning } from "../../projects";
import type { projectsWithoutOwner } from "../../projects/contract";

/**
 * The statements that make a user a member of a team, with what the project gives to members or, if the user is the
 * team's creator, to creators. They fail as `insertMembership` does, and then change nothing.
 */
export function joinTeam(
  db: Database,
  project: Project,
  { teamId, userId, as = "member" }: { teamId: string; userId: string; as?: "creator" | "member" },
): [Statement, ...Statement[]] {
  const projectId = project.id;
  return [
    insertMembership(db, { projectId, teamId, userId, createdAt: Date.now() }),
    // The event of a new team covers its creator.
    ...(as === "member" ? recordJoining(db, { projectId, teamId, userId }) : []),
    ...teamDefaultGrants(db, project, { teamId, userId, as }),
  ];
}

/**
 * Ends a membership, and with it the member's grants, profile and selection of the team.
 *
 * @returns whether there was a membership
 */
export async function leaveTeam(
  { db, fail }: { db: Database } & Failing<typeof projectsWithoutOwner>,
  member: MemberKey,
): Promise<boolean> {
  const before = [recordLeaving(db, member), deselectTeamOf(db, member)];
  const lost = { projectId: member.projectId, teamIds: soleTeamIdsOf(db, member) };
  const deleted = await batchUnlessOwning({ db, fail }, lost, before, deleteMembership(db, member));
  return deleted.length > 0;
}
