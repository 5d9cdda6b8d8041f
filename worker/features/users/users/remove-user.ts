import { deleteKeysOf } from "../../../db/api-keys/endings";
import { recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import { recordLeavingAll } from "../../../db/memberships/events";
import { selectTeamsJson, soleTeamIdsOf, teamsJsonAsRead, teamsJsonOf } from "../../../db/memberships/joins";
import { isInFewTeams, leaveSome, membershipsPerBatch } from "../../../db/memberships/steps";
import { closeCustomer } from "../../../db/payments/stripe/closings";
import { deleteUser } from "../../../db/users/changes";
import { recordUserDeletion } from "../../../db/users/events";
import { selectUserId } from "../../../db/users/queries";
import {
  ifFound,
  maxBatches,
  pauseBeforeBatch,
  refuseUnless,
  type Statement,
  unlessRefused,
} from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { moreToDelete } from "../../../protocol/common-errors";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { batchUnlessOwning } from "../../projects";
import type { projectsWithoutOwner } from "../../projects/changes/contract";

/**
 * Deletes a user with everything that is their own, in one batch. Who is in more teams leaves them in batches before, as each writes
 * events. A deletion that ends in between, or has too many of them, is gone on with by the next one.
 */
export async function removeUser(
  {
    db,
    shards,
    caller,
    fail,
  }: Pick<Tools, "db" | "shards"> & { caller: Pick<Caller, "project" | "actor"> } & Failing<
      "USER_NOT_FOUND" | typeof projectsWithoutOwner | typeof moreToDelete
    >,
  user: UserKey,
): Promise<{ success: true }> {
  const lost = { projectId: user.projectId, teamIds: soleTeamIdsOf(db, user) };
  const target = { type: "user", id: user.userId };
  const send = <Last extends PromiseLike<unknown>>(before: readonly Statement[], last: Last) =>
    batchUnlessOwning({ db, shards, fail }, lost, before, last);
  const removeWith = (teams: ReturnType<typeof teamsJsonOf>) => {
    const before = [
      refuseUnless(db, isInFewTeams(user)),
      recordLeavingAll(db, user),
      recordUserDeletion(db, { ...user, teams }),
      recordAudit(db, caller.project, caller.actor, { type: "user.deleted", target }, ifFound(selectUserId(db, user))),
      closeCustomer(db, { projectId: user.projectId, customerType: "user", customerId: user.userId }),
    ];
    return unlessRefused(send(before, deleteUser(db, user)));
  };
  let deleted = await removeWith(teamsJsonOf(user));
  if (!deleted) {
    // Of more teams than so many, this request leaves some alone.
    const [found] = await db.batch([selectTeamsJson(db, user, (maxBatches + 1) * membershipsPerBatch)]);
    const teams = teamsJsonAsRead(found);
    for (let batches = 0; !deleted; batches++) {
      if (batches === maxBatches) return fail(moreToDelete);
      await pauseBeforeBatch(batches);
      const { before, deletion } = leaveSome(db, user);
      const ends = batches === 0 ? deleteKeysOf(db, user) : [];
      const left = await send([...before, ...ends], deletion);
      if (left.length < membershipsPerBatch) deleted = await removeWith(teams);
    }
  }
  return deleted.length > 0 ? { success: true } : fail("USER_NOT_FOUND");
}
