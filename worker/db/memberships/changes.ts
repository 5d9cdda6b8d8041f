import { sql } from "drizzle-orm";
import { type Database, violatesForeignKey, violatesNotNull, violatesUnique } from "../../platform/database";
import { ordinalOf } from "../users/joins";
import { membershipOf } from "./joins";
import type { MemberKey } from "./keys";
import { teamMemberships } from "./schema";

/**
 * Makes a user a member. The user's place in the order of sign-up comes from the user's own row. Fails as
 * `isUnknownMember`, `isAlreadyMember` and `isUnknownTeam` recognise, in this order.
 */
export function insertMembership(db: Database, { createdAt, ...member }: MemberKey & { createdAt: number }) {
  const userOrdinal = sql`(${ordinalOf(db, member)})`;
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

/** Whether an `insertMembership` failed because there is no such user, whose place it would have taken. */
export function isUnknownMember(error: unknown): boolean {
  return violatesNotNull(error, "team_memberships.user_ordinal");
}

/** Whether an `insertMembership` failed because the user is a member already. */
export function isAlreadyMember(error: unknown): boolean {
  return violatesUnique(error, "team_memberships.project_id, team_memberships.team_id, team_memberships.user_id");
}

/** Whether an `insertMembership` failed because there is no such team. The user exists: see `isUnknownMember`. */
export function isUnknownTeam(error: unknown): boolean {
  return violatesForeignKey(error);
}
