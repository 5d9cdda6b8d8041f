import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id } from "../../platform/database";
import { ownerTeamOf } from "../projects/joins";
import { teamOf } from "../teams/joins";
import { channelsOf } from "../users/contact-channels/joins";
import { selectedTeam, userOf, userWithTeam } from "../users/joins";
import type { UserIn, UserKey } from "../users/keys";
import { readUser, type User } from "../users/queries";
import { membershipOf } from "./joins";
import type { MemberKey } from "./keys";
import { teamMemberships } from "./schema";

type Membership = typeof teamMemberships.$inferSelect;

export function selectMembership(db: Database, member: MemberKey) {
  const [memberships, isMember] = membershipOf(member);
  return db.select({ userId: memberships.userId, createdAt: memberships.createdAt }).from(memberships).where(isMember);
}

/** A user with their membership in a team: nothing for an unknown user, no `joinedAt` for a user who is no member. */
export function selectUserInTeam(db: Database, member: MemberKey) {
  const [users, isUser] = userOf(member.projectId, member.userId);
  return db
    .select({
      userId: sql<string>`${users.id}`.as("found_user_id"),
      joinedAt: sql<number | null>`${teamMemberships.createdAt}`.as("joined_at"),
    })
    .from(users)
    .leftJoin(...membershipOf(member))
    .where(isUser);
}

/**
 * The teams that a user is a member of, oldest first. (The cross join has SQLite begin with the memberships, and not with
 * all teams of the project.)
 */
export function selectTeamsOf(db: Database, { projectId, userId }: UserIn) {
  const [teams, isTeam] = teamOf(projectId, teamMemberships.teamId);
  return db
    .select(getTableColumns(teams))
    .from(teamMemberships)
    .crossJoin(teams)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId), isTeam))
    .orderBy(asc(teams.createdAt), asc(teams.id));
}

/** A user of the internal project, with the team through which they own a project, if they do. */
export function selectOwner(db: Database, { projectId, userId }: UserKey) {
  const [users, isUser] = userOf("internal", userId);
  return db
    .select({
      userId: sql<string>`${users.id}`.as("owner_user_id"),
      teamId: sql<string | null>`${teamMemberships.teamId}`.as("owner_team_id"),
    })
    .from(users)
    .leftJoin(...membershipOf({ projectId: users.projectId, userId: users.id, teamId: ownerTeamOf(db, projectId) }))
    .where(isUser);
}

/**
 * What is known of the addresses of a team of owners, in one row: whether any of them is verified, and whether one, as a
 * member's primary one, is the given address.
 */
export function selectOwnerAddresses(db: Database, { teamId, address }: { teamId: string; address: string }) {
  const [channels, isTheirs] = channelsOf(teamMemberships.projectId, teamMemberships.userId);
  const isAddress = and(eq(channels.isPrimary, true), eq(channels.value, address));
  return db
    .select({
      hasVerified: sql<boolean>`coalesce(max(${channels.isVerified}), 0)`.mapWith(Boolean).as("has_verified"),
      isPrimary: sql<boolean>`coalesce(max(${isAddress}), 0)`.mapWith(Boolean).as("is_primary_of_owner"),
    })
    .from(teamMemberships)
    .innerJoin(channels, isTheirs)
    .where(and(eq(teamMemberships.projectId, "internal"), eq(teamMemberships.teamId, teamId)));
}

/** The verified primary addresses of a team of owners, with the names of the owners. */
export function selectOwnerRecipients(db: Database, { teamId, limit }: { teamId: string; limit: number }) {
  const [users, isUser] = userOf(teamMemberships.projectId, teamMemberships.userId);
  return db
    .select({ displayName: users.displayName, email: users.primaryEmail })
    .from(teamMemberships)
    .innerJoin(users, isUser)
    .where(
      and(
        eq(teamMemberships.projectId, "internal"),
        eq(teamMemberships.teamId, teamId),
        eq(users.primaryEmailVerified, true),
      ),
    )
    .limit(limit);
}

/** A project's id while a user of the internal project owns it, else null. */
export function projectIdOfOwner(db: Database, { projectId, userId }: UserKey): SQL {
  const [memberships, isMember] = membershipOf({ projectId: "internal", userId, teamId: ownerTeamOf(db, projectId) });
  return sql`(select ${projectId} from ${memberships} where ${isMember})`;
}

/** A membership with its user. */
export interface MemberProfile {
  membership: Membership;
  user: User;
}

/**
 * Memberships in the order in which they began, of one team or one user where they are given; read each row with
 * `readProfile`. An index is in that order for each of these (the cross join keeps SQLite from walking another).
 */
export function selectProfiles(
  db: Database,
  {
    projectId,
    teamId,
    userId,
    limit,
  }: { projectId: Id; teamId?: string | undefined; userId?: string | undefined; limit?: number },
) {
  const [users, isUser] = userOf(teamMemberships.projectId, teamMemberships.userId);
  const profiles = db
    .select({ membership: columnsOf(teamMemberships, "membership"), ...userWithTeam })
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        teamId === undefined ? undefined : eq(teamMemberships.teamId, teamId),
        userId === undefined ? undefined : eq(teamMemberships.userId, userId),
        isUser,
      ),
    )
    .orderBy(asc(teamMemberships.createdAt));
  return limit === undefined ? profiles : profiles.limit(limit);
}

/** One row of `selectProfiles`. */
export function readProfile({
  membership,
  ...user
}: { membership: Membership } & Parameters<typeof readUser>[0]): MemberProfile {
  return { membership, user: readUser(user) };
}

/** The name that a team's members see a member by: the one for this team, else the user's own. */
export function shownName({ membership, user }: MemberProfile): string | null {
  return membership.displayName ?? user.displayName;
}
