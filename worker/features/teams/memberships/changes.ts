import { batchThen, type Database, type Statement } from "../../../platform/database";
import { teamDefaultGrants } from "../../permissions";
import type { Project } from "../../projects";
import { deselectFor, insertMembership, type Member, removeMembership } from "./queries";

/**
 * The statements that make a user a member of a team, with what the project gives to members or, if the user is the
 * team's creator, to creators. They fail as `insertMembership` does, and then change nothing.
 */
export function joinTeam(
  db: Database,
  project: Project,
  { teamId, userId, as = "member" }: { teamId: string; userId: string; as?: "creator" | "member" },
): [Statement, ...Statement[]] {
  return [
    insertMembership(db, { projectId: project.id, teamId, userId, createdAt: Date.now() }),
    ...teamDefaultGrants(db, project, { teamId, userId, as }),
  ];
}

/**
 * Ends a membership: what the member was granted, how they showed themself there and that they had the team selected go
 * with it.
 *
 * @returns whether there was a membership
 */
export async function leaveTeam(db: Database, member: Member): Promise<boolean> {
  const removed = await batchThen(db, [deselectFor(db, member)], removeMembership(db, member));
  return removed.length > 0;
}
