import { revokeKeysOf } from "../../db/api-keys/endings";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import { memberIdsOf } from "../../db/memberships/joins";
import { dropSome, hasFewMembers, membershipsPerBatch } from "../../db/memberships/steps";
import { closeCustomer } from "../../db/payments/stripe/closings";
import { deleteTeam, updateTeam } from "../../db/teams/changes";
import { recordTeam, recordTeamDeletion } from "../../db/teams/events";
import { ifTeam } from "../../db/teams/joins";
import type { Team } from "../../db/teams/queries";
import { deselectTeam } from "../../db/users/changes";
import {
  type Database,
  idsIn,
  maxBatches,
  pauseBeforeBatch,
  refuseUnless,
  type Statement,
  unlessRefused,
} from "../../platform/database";
import type { Tools } from "../../platform/tools";
import { moreToDelete } from "../../protocol/common-errors";
import type { Failing } from "../../protocol/failing";
import type { Caller } from "../access";
import { batchUnlessOwning } from "../projects";
import type { projectsWithoutOwner } from "../projects/changes/contract";
import { forgetInvitations } from "./invitation-codes";

/** Says which team a caller changes. */
interface TeamOfCaller {
  caller: Pick<Caller, "project" | "actor">;
  teamId: string;
}

/**
 * Changes a team.
 *
 * @param fields the names of what is changed, for the audit log
 * @returns the team after the change; undefined when there is no such team
 */
export async function changeTeam(
  db: Database,
  { caller: { project, actor }, teamId }: TeamOfCaller,
  { set, fields }: { set: Partial<Team>; fields: string[] },
): Promise<Team | undefined> {
  const team = { projectId: project.id, teamId };
  const event = { type: "team.updated", target: { type: "team", id: teamId }, details: { fields } } as const;
  const [changed] = await db.batch([
    updateTeam(db, { ...team, set }),
    recordAudit(db, project, actor, event, ifChanged),
    recordTeam(db, "team.updated", team),
  ]);
  return changed[0];
}

/**
 * Deletes a team with everything that is its own. That is memberships, profiles, grants, its selection by members and the addresses that it
 * invited. What it subscribes to ends later. Of a team with many members these go in batches before, of which its own event tells. Where
 * they are too many for one request, the next one goes on.
 *
 * @returns whether there was such a team
 */
export async function removeTeam(
  { db, shards, fail }: Pick<Tools, "db" | "shards"> & Failing<typeof projectsWithoutOwner | typeof moreToDelete>,
  { caller: { project, actor }, teamId }: TeamOfCaller,
): Promise<boolean> {
  const team = { projectId: project.id, teamId };
  const event = { type: "team.deleted", target: { type: "team", id: teamId } } as const;
  const before: Statement[] = [
    refuseUnless(db, hasFewMembers(team)),
    recordTeamDeletion(db, team),
    recordAudit(db, project, actor, event, ifTeam(team)),
    deselectTeam(db, { ...team, userIds: memberIdsOf(db, team) }),
    forgetInvitations(db, team),
    closeCustomer(db, { projectId: team.projectId, customerType: "team", customerId: team.teamId }),
  ];
  const lost = { projectId: team.projectId, teamIds: idsIn([team.teamId]) };
  const send = <Last extends PromiseLike<unknown>>(statements: readonly Statement[], last: Last) =>
    batchUnlessOwning({ db, shards, fail }, lost, statements, last);
  const remove = () => unlessRefused(send(before, deleteTeam(db, team)));
  let deleted = await remove();
  for (let batches = 0; !deleted; batches++) {
    if (batches === maxBatches) return fail(moreToDelete);
    await pauseBeforeBatch(batches);
    const some = dropSome(db, team);
    const ends = batches === 0 ? [revokeKeysOf(db, team)] : [];
    const dropped = await send([...some.before, ...ends], some.deletion);
    if (dropped.length < membershipsPerBatch) deleted = await remove();
  }
  return deleted.length > 0;
}
