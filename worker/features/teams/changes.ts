import { batchThen, type Database, type Statement } from "../../platform/database";
import { recordTeam, recordTeamDeletion } from "./events";
import { forgetInvitations } from "./invitations";
import { deselectTeam, type OneTeam, removeTeam, type TeamRow, updateTeam } from "./queries";

/** Changes a team. @returns what has become of it; undefined when there is no such team */
export async function changeTeam(db: Database, team: OneTeam, set: Partial<TeamRow>): Promise<TeamRow | undefined> {
  const [changed] = await db.batch([updateTeam(db, { ...team, set }), recordTeam(db, "team.updated", team)]);
  return changed[0];
}

/**
 * Deletes a team with everything that is its own: memberships, profiles, grants, that members had it selected, and whom
 * it invited.
 *
 * @returns whether there was such a team
 */
export async function deleteTeam(db: Database, team: OneTeam): Promise<boolean> {
  const alongside: Statement[] = [recordTeamDeletion(db, team), deselectTeam(db, team), forgetInvitations(db, team)];
  const removed = await batchThen(db, alongside, removeTeam(db, team));
  return removed.length > 0;
}
