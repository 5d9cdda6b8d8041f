import { and, eq, sql } from "drizzle-orm";
import {
  type Database,
  type Statement,
  violatesForeignKey,
  violatesNotNull,
  violatesUnique,
} from "../../platform/database";
import { recordEventsOf } from "../outbox/changes";
import { teamPermissionGrants } from "../permissions/schema";
import { users } from "../users/schema";
import { teamMemberships } from "./schema";

/** A user's place in a team, whether or not there is such a user, team or membership. */
export interface Member {
  projectId: string;
  teamId: string;
  userId: string;
}

function isMember({ projectId, teamId, userId }: Member) {
  return and(
    eq(teamMemberships.projectId, projectId),
    eq(teamMemberships.teamId, teamId),
    eq(teamMemberships.userId, userId),
  );
}

function isUser({ projectId, userId }: Member) {
  return and(eq(users.projectId, projectId), eq(users.id, userId));
}

/**
 * Makes a user a member. The user's place in the order of sign-up comes from the user's own row. Fails as
 * `isUnknownMember`, `isAlreadyMember` and `isUnknownTeam` recognise, in this order.
 */
export function insertMembership(db: Database, { createdAt, ...member }: Member & { createdAt: number }) {
  const ordinal = db.select({ ordinal: users.ordinal }).from(users).where(isUser(member));
  return db.insert(teamMemberships).values({ ...member, createdAt, userOrdinal: sql`(${ordinal})` });
}

/** Whether an `insertMembership` failed because there is no such user, whose place it would have taken. */
export function isUnknownMember(error: unknown): boolean {
  return violatesNotNull(error, "team_memberships.user_ordinal");
}

/** Whether an `insertMembership` failed because the user is a member already. */
export function isAlreadyMember(error: unknown): boolean {
  return violatesUnique(error, "team_memberships.project_id, team_memberships.team_id, team_memberships.user_id");
}

/** Whether an `insertMembership` failed because there is no such team. The user is there: see `isUnknownMember`. */
export function isUnknownTeam(error: unknown): boolean {
  return violatesForeignKey(error);
}

/** Tells that a membership ends, if it is there. It comes before the removal. */
export function recordLeaving(db: Database, member: Member): Statement {
  return recordEventsOf(db, {
    projectId: member.projectId,
    type: "team_membership.deleted",
    data: sql`json_object('team_id', ${teamMemberships.teamId}, 'user_id', ${teamMemberships.userId})`,
    rows: sql`from ${teamMemberships} where ${isMember(member)}`,
  });
}

export function selectMembership(db: Database, member: Member) {
  return db
    .select({ userId: teamMemberships.userId, createdAt: teamMemberships.createdAt })
    .from(teamMemberships)
    .where(isMember(member));
}

/** A user with their membership in a team: nothing for an unknown user, no `joinedAt` for who is no member. */
export function selectUserInTeam(db: Database, member: Member) {
  return db
    .select({
      userId: sql<string>`${users.id}`.as("found_user_id"),
      joinedAt: sql<number | null>`${teamMemberships.createdAt}`.as("joined_at"),
    })
    .from(users)
    .leftJoin(teamMemberships, isMember(member))
    .where(isUser(member));
}

/**
 * A user's standing in a team: nothing for who is no member, else a row for each permission that was granted directly,
 * or one without a permission.
 */
export function selectStanding(db: Database, member: Member) {
  return db
    .select({
      userId: sql<string>`${teamMemberships.userId}`.as("member_user_id"),
      permissionId: sql<string | null>`${teamPermissionGrants.permissionId}`.as("granted_permission_id"),
    })
    .from(teamMemberships)
    .leftJoin(
      teamPermissionGrants,
      and(
        eq(teamPermissionGrants.projectId, teamMemberships.projectId),
        eq(teamPermissionGrants.teamId, teamMemberships.teamId),
        eq(teamPermissionGrants.userId, teamMemberships.userId),
      ),
    )
    .where(isMember(member));
}

/** Ends a membership; profile and grants go with it. */
export function removeMembership(db: Database, member: Member) {
  return db.delete(teamMemberships).where(isMember(member)).returning({ userId: teamMemberships.userId });
}

/** Lets a user no longer have a team selected. */
export function deselectFor(db: Database, member: Member) {
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(isUser(member), eq(users.selectedTeamId, member.teamId)));
}
