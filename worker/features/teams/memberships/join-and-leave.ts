import { revokeKeysMadeBy } from "../../../db/api-keys/changes";
import type { ActorInSql } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { MemberKey } from "../../../db/keys";
import { deleteMembership, insertMembership } from "../../../db/memberships/changes";
import { recordJoining, recordLeaving } from "../../../db/memberships/events";
import { ifStillMember, soleTeamIdsOf } from "../../../db/memberships/joins";
import type { ConfiguredProject } from "../../../db/projects/project";
import { deselectTeamOf } from "../../../db/users/changes";
import type { Condition, Database, Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { teamDefaultGrants, teamDefaults } from "../../permissions";
import { batchUnlessOwning } from "../../projects";
import type { projectsWithoutOwner } from "../../projects/changes/contract";
import { endInvitationsBy, endInvitationsTo } from "../invitation-codes";

/**
 * Makes the statements that make a user a member of a team. The user gets what the project gives to members or, for the team's creator, to
 * creators. The statements fail as `insertMembership` does, and then change nothing.
 *
 * @param by who makes the user a member, for the audit log; without it the log has another event of it
 * @param where a condition without which they fail as for an unknown user
 */
export function joinTeam(
  db: Database,
  project: ConfiguredProject,
  {
    teamId,
    userId,
    as = "member",
    by,
    where,
  }: {
    teamId: string;
    userId: string;
    as?: "creator" | "member";
    by?: ActorInSql | undefined;
    where?: Condition;
  },
): [Statement, ...Statement[]] {
  const projectId = project.id;
  const joined = {
    type: "team_membership.created",
    target: { type: "user", id: userId },
    details: { team_id: teamId, permission_ids: teamDefaults(project, as) },
  } as const;
  return [
    insertMembership(db, { projectId, teamId, userId, createdAt: Date.now(), where }),
    // The event of a new team covers its creator.
    ...(as === "member" ? recordJoining(db, { projectId, teamId, userId }) : []),
    ...teamDefaultGrants(db, project, { teamId, userId, as }),
    ...(by ? [recordAudit(db, project, by, joined)] : []),
  ];
}

/**
 * Ends a membership, and with it the member's grants, profile and selection of the team. The team's open invitations to the member's
 * mailboxes end too, because the member could come back by them. So do the invitations that the member has sent, and the team's keys that the
 * member made, because the member knows their texts.
 *
 * @returns whether there was a membership
 */
export async function leaveTeam(
  { db, shards, fail }: Pick<Tools, "db" | "shards"> & Failing<typeof projectsWithoutOwner>,
  { caller, member }: { caller: Pick<Caller, "project" | "actor">; member: MemberKey },
): Promise<boolean> {
  const left = {
    type: "team_membership.deleted",
    target: { type: "user", id: member.userId },
    details: { team_id: member.teamId },
  } as const;
  const recorded = recordAudit(db, caller.project, caller.actor, left, ifStillMember(member));
  const invitations = [endInvitationsTo(db, member), endInvitationsBy(db, member)];
  const keys = revokeKeysMadeBy(db, caller.project, caller.actor, member);
  const before = [recordLeaving(db, member), recorded, deselectTeamOf(db, member), ...invitations, ...keys];
  const lost = { projectId: member.projectId, teamIds: soleTeamIdsOf(db, member) };
  const deleted = await batchUnlessOwning({ db, shards, fail }, lost, before, deleteMembership(db, member));
  return deleted.length > 0;
}
