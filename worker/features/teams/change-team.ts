import { memberIdsOf } from "../../db/memberships/joins";
import { deleteTeam, updateTeam } from "../../db/teams/changes";
import { recordTeam, recordTeamDeletion } from "../../db/teams/events";
import type { TeamKey } from "../../db/teams/keys";
import type { Team } from "../../db/teams/queries";
import { deselectTeam } from "../../db/users/changes";
import { type Database, idsIn, type Statement } from "../../platform/database";
import type { Failing } from "../../protocol/failing";
import { batchUnlessOwning } from "../projects";
import type { projectsWithoutOwner } from "../projects/contract";
import { forgetInvitations } from "./invitations";

/** Changes a team. @returns the team after the change; undefined when there is no such team */
export async function changeTeam(db: Database, team: TeamKey, set: Partial<Team>): Promise<Team | undefined> {
  const [changed] = await db.batch([updateTeam(db, { ...team, set }), recordTeam(db, "team.updated", team)]);
  return changed[0];
}

/**
 * Deletes a team with everything that is its own: memberships, profiles, grants, its selection by members, and the
 * addresses that it invited.
 *
 * @returns whether there was such a team
 */
export async function removeTeam(
  { db, fail }: { db: Database } & Failing<typeof projectsWithoutOwner>,
  team: TeamKey,
): Promise<boolean> {
  const before: Statement[] = [
    recordTeamDeletion(db, team),
    deselectTeam(db, { ...team, userIds: memberIdsOf(db, team) }),
    forgetInvitations(db, team),
  ];
  const lost = { projectId: team.projectId, teamIds: idsIn([team.teamId]) };
  const deleted = await batchUnlessOwning({ db, fail }, lost, before, deleteTeam(db, team));
  return deleted.length > 0;
}
