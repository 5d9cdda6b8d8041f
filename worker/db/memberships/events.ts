import { type SQL, sql } from "drizzle-orm";
import { type Database, rowIs, type Statement } from "../../platform/database";
import type { MemberKey, UserKey } from "../keys";
import { recordEvents, recordEventsOf } from "../outbox/changes";
import { membershipOf } from "./joins";
import { teamMemberships } from "./schema";

/** Records that a user becomes a member of a team. */
export function recordJoining(db: Database, { projectId, teamId, userId }: MemberKey): Statement[] {
  const data = [{ team_id: teamId, user_id: userId }];
  return recordEvents(db, { projectId, type: "team_membership.created", data });
}

/** Records that a membership ends, if there is one. It comes before the deletion. */
export function recordLeaving(db: Database, member: MemberKey): Statement {
  const [, isMember] = membershipOf(member);
  return recordDeletionsOf(db, member.projectId, isMember);
}

/** Records that a user leaves all teams. It comes before the deletion of the user. */
export function recordLeavingAll(db: Database, { projectId, userId }: UserKey): Statement {
  const isOfUser = rowIs(teamMemberships, { projectId, userId });
  return recordDeletionsOf(db, projectId, isOfUser);
}

/** Records that memberships end. It comes before the deletion. */
export function recordDeletionsOf(db: Database, projectId: string, which: SQL | undefined): Statement {
  return recordEventsOf(db, {
    projectId,
    type: "team_membership.deleted",
    data: sql`json_object('team_id', ${teamMemberships.teamId}, 'user_id', ${teamMemberships.userId})`,
    rows: sql`from ${teamMemberships} where ${which}`,
  });
}
