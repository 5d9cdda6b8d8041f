import { revokeKeysMadeBy } from "../../../db/api-keys/endings";
import type { ActorInSql } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { MemberKey } from "../../../db/keys";
import { deleteMembership, insertMembership } from "../../../db/memberships/changes";
import { recordJoining, recordLeaving } from "../../../db/memberships/events";
import { ifStillMember, soleTeamIdsOf } from "../../../db/memberships/joins";
import type { selectUserInTeam } from "../../../db/memberships/queries";
import type { selectStanding } from "../../../db/permissions/queries";
import type { ConfiguredProject, Project } from "../../../db/projects/project";
import { deselectTeamOf } from "../../../db/users/changes";
import type { Condition, Database, Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { effectivePermissions, teamDefaultGrants, teamDefaults } from "../../permissions";
import { batchUnlessOwning } from "../../projects";
import type { projectsWithoutOwner } from "../../projects/changes/contract";
import { endInvitationsBy, endInvitationsTo } from "../invitation-codes";

/** Holds what `selectStanding` found of a user in a team. */
export type Standing = Awaited<ReturnType<typeof selectStanding>>;

type Member = Pick<MemberKey, "teamId" | "userId">;

/**
 * Requires that a membership was found, by `selectMembership` or `selectStanding`. The error is the same when there is no
 * such team: the response does not reveal which.
 */
export function requireMembership(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND">,
  { teamId, userId }: Member,
  found: readonly unknown[] = [],
): void {
  if (found.length === 0) fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId });
}

/** Requires that a user was found, and is a member. */
export function requireMember(
  { fail }: Failing<"USER_NOT_FOUND" | "TEAM_MEMBERSHIP_NOT_FOUND">,
  member: Member,
  [user]: Awaited<ReturnType<typeof selectUserInTeam>>,
): void {
  if (!user) fail("USER_NOT_FOUND");
  else requireMembership({ fail }, member, user.joinedAt === null ? [] : [user]);
}

/**
 * Requires permissions that a member has been granted in a team, directly or inside others. The first that is missing is
 * reported.
 *
 * @returns all permissions that they have
 */
export function requireTeamPermission(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND" | "TEAM_PERMISSION_REQUIRED">,
  project: Project,
  member: Member,
  permissionIds: string | readonly string[],
  standing: Standing = [],
): Set<string> {
  requireMembership({ fail }, member, standing);
  const granted = standing.flatMap((row) => row.permissionId ?? []);
  const held = effectivePermissions(project, granted, "team");
  const missing = [permissionIds].flat().find((id) => !held.has(id));
  if (missing === undefined) return held;
  return fail("TEAM_PERMISSION_REQUIRED", { team_id: member.teamId, user_id: member.userId, permission_id: missing });
}

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
