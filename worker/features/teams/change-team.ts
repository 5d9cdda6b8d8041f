import { memberIdsOf } from "../../db/memberships/joins";
import { deleteTeam, updateTeam } from "../../db/teams/changes";
import { recordTeam, recordTeamDeletion } from "../../db/teams/events";
import type { TeamKey } from "../../db/teams/keys";
import type { Team } from "../../db/teams/queries";
import { deselectTeam } from "../../db/users/changes";
import { batchThen, type Database, type Statement } from "../../platform/database";
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
export async function removeTeam(db: Database, team: TeamKey): Promise<boolean> {
  const before: Statement[] = [
    recordTeamDeletion(db, team),
    deselectTeam(db, { ...team, userIds: memberIdsOf(db, team) }),
    forgetInvitations(db, team),
  ];
  const deleted = await batchThen(db, before, deleteTeam(db, team));
  return deleted.length > 0;
}
