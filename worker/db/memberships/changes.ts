import { and, sql } from "drizzle-orm";
import {
  type Condition,
  type Database,
  type Statement,
  violatesForeignKey,
  violatesNotNull,
  violatesUnique,
} from "../../platform/database";
import type { MemberKey } from "../keys";
import { ordinalOf } from "../users/joins";
import { membershipOf } from "./joins";
import { teamMemberships } from "./schema";

/**
 * Makes a user a member. The user's place in the order of sign-up comes from the user's own row. Fails as
 * `isUnknownMember`, `isAlreadyMember` and `isUnknownTeam` recognise, in this order.
 *
 * @param member.where a condition without which it fails as for an unknown user, and with it its batch
 */
export function insertMembership(
  db: Database,
  { createdAt, where, ...member }: MemberKey & { createdAt: number; where?: Condition | undefined },
) {
  const ordinal = sql`(${ordinalOf(db, member)})`;
  const userOrdinal = where ? sql`(select ${ordinal} where ${where})` : ordinal;
  return db.insert(teamMemberships).values({ ...member, createdAt, userOrdinal });
}

/** Changes what a member shows in a team in place of their own name and image; null where they show their own. */
export function updateProfile(
  db: Database,
  {
    set,
    ...member
  }: MemberKey & { set: Partial<Pick<typeof teamMemberships.$inferSelect, "displayName" | "profileImageUrl">> },
) {
  const [, isMember] = membershipOf(member);
  return db.update(teamMemberships).set(set).where(isMember);
}

/** Ends a membership; profile and grants are deleted with it. */
export function deleteMembership(db: Database, member: MemberKey) {
  const [, isMember] = membershipOf(member);
  return db.delete(teamMemberships).where(isMember).returning({ userId: teamMemberships.userId });
}

/** Tells whether an `insertMembership` failed because there is no such user, whose place it would have taken. */
export function isUnknownMember(error: unknown): boolean {
  return violatesNotNull(error, "team_memberships.user_ordinal");
}

/** Tells whether an `insertMembership` failed because the user is a member already. */
export function isAlreadyMember(error: unknown): boolean {
  return violatesUnique(error, "team_memberships.project_id, team_memberships.team_id, team_memberships.user_id");
}

/** Tells whether an `insertMembership` failed because there is no such team. The user exists: see `isUnknownMember`. */
export function isUnknownTeam(error: unknown): boolean {
  return violatesForeignKey(error);
}

/**
 * Makes its batch fail, as `isMemberRefused` recognises, unless a condition holds. The check is part of the transaction that changes
 * the member, so that no other change can get in between. Nothing happens without the membership.
 */
export function refuseMemberUnless(db: Database, member: MemberKey, condition: Condition): Statement {
  const [, isMember] = membershipOf(member);
  return db
    .update(teamMemberships)
    .set({ createdAt: sql`null` })
    .where(and(isMember, sql`not (${condition})`));
}

/** Tells whether a batch failed by `refuseMemberUnless`. */
export function isMemberRefused(error: unknown): boolean {
  return violatesNotNull(error, "team_memberships.created_at");
}
