import {
  deselectFor,
  insertMembership,
  type Member,
  recordLeaving,
  removeMembership,
} from "../../../db/memberships/queries";
import { recordEvents } from "../../../db/outbox/changes";
import type { Project } from "../../../db/projects/project";
import { batchThen, type Database, type Statement } from "../../../platform/database";
import { teamDefaultGrants } from "../../permissions";

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
  const joined = { projectId, type: "team_membership.created", data: [{ team_id: teamId, user_id: userId }] } as const;
  return [
    insertMembership(db, { projectId, teamId, userId, createdAt: Date.now() }),
    // A team that is new tells of itself; its creator goes without saying.
    ...(as === "member" ? recordEvents(db, joined) : []),
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
  const alongside = [recordLeaving(db, member), deselectFor(db, member)];
  const removed = await batchThen(db, alongside, removeMembership(db, member));
  return removed.length > 0;
}
