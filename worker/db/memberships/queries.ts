import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id, idsIn, rowIs } from "../../platform/database";
import type { MemberKey, UserIn, UserKey } from "../keys";
import type { Weighing } from "../metadata-weight";
import { oldestFirst, placeIn } from "../oldest-first";
import { prepareSelect } from "../prepared-select";
import { ownerTeamOf } from "../projects/joins";
import { teamOf } from "../teams/joins";
import { inTeamRange, type TeamRange } from "../teams/queries";
import { weighedTeam } from "../teams/weighed-teams";
import { channelsOf } from "../users/contact-channels/queries";
import { selectedTeam, userOf } from "../users/joins";
import { readUser, type User } from "../users/queries";
import { readUsers, weighedUserWithTeam } from "../users/weighed-users";
import { membershipOf } from "./joins";
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
 * Selects teams that a user is a member of, oldest first where no range says otherwise. Read them with `readTeams`. The cross join has SQLite
 * begin with the memberships, and not with all teams of the project.
 */
export function selectTeamsOf(db: Database, { projectId, userId, ...list }: UserIn & TeamRange & Weighing) {
  const [teams, isTeam] = teamOf(projectId, teamMemberships.teamId);
  const { where, order } = inTeamRange(list);
  return db
    .select(weighedTeam(list))
    .from(teamMemberships)
    .crossJoin(teams)
    .where(and(rowIs(teamMemberships, { projectId, userId }), isTeam, where))
    .orderBy(...order)
    .limit(list.limit);
}

/** A user of the internal project whom nobody has suspended or restricted, with the team through which they own a project, if they do. */
export const selectOwner = prepareSelect((db, { projectId, userId }: UserKey) => {
  const [users, isUser] = userOf("internal", userId);
  return db
    .select({
      userId: sql<string>`${users.id}`.as("owner_user_id"),
      teamId: sql<string | null>`${teamMemberships.teamId}`.as("owner_team_id"),
    })
    .from(users)
    .leftJoin(...membershipOf({ projectId: users.projectId, userId: users.id, teamId: ownerTeamOf(db, projectId) }))
    .where(and(isUser, isNull(users.suspendedAt), eq(users.restrictedByAdmin, false)));
});

/**
 * Selects what is known of the addresses of a team of owners, in one row. It says whether any of them is verified, and whether a
 * member's primary one is the given address.
 */
export function selectOwnerAddresses(db: Database, { teamId, address }: { teamId: string; address: string }) {
  const [channels, isTheirs] = channelsOf(teamMemberships.projectId, teamMemberships.userId);
  const isAddress = rowIs(channels, { isPrimary: true, value: address });
  return db
    .select({
      hasVerified: sql<boolean>`coalesce(max(${channels.isVerified}), 0)`.mapWith(Boolean).as("has_verified"),
      isPrimary: sql<boolean>`coalesce(max(${isAddress}), 0)`.mapWith(Boolean).as("is_primary_of_owner"),
    })
    .from(teamMemberships)
    .innerJoin(channels, isTheirs)
    .where(rowIs(teamMemberships, { projectId: "internal", teamId }));
}

/** Reads whether a member of a team has proven that an address, in normal form, is theirs: a row, or nothing. */
export function selectMemberByEmail(
  db: Database,
  { projectId, teamId, email }: { projectId: Id; teamId: string; email: string },
) {
  const [channels, isTheirs] = channelsOf(teamMemberships.projectId, teamMemberships.userId);
  const isEmail = rowIs(channels, { type: "email", value: email, isVerified: true });
  return db
    .select({ userId: teamMemberships.userId })
    .from(teamMemberships)
    .crossJoin(channels)
    .where(and(rowIs(teamMemberships, { projectId, teamId }), isTheirs, isEmail))
    .limit(1);
}

/** The verified primary addresses of a team of owners, with the names of the owners. */
export function selectOwnerRecipients(db: Database, { teamId, limit }: { teamId: string; limit: number }) {
  const [users, isUser] = userOf(teamMemberships.projectId, teamMemberships.userId);
  return db
    .select({ displayName: users.displayName, email: users.primaryEmail })
    .from(teamMemberships)
    .innerJoin(users, isUser)
    .where(and(rowIs(teamMemberships, { projectId: "internal", teamId }), eq(users.primaryEmailVerified, true)))
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
 * Selects memberships of a team, of a user or of both; read the rows with `readProfileList`, or the only one with `readProfile`. An
 * index begins with each of these (the cross join keeps SQLite from walking another).
 */
export function selectProfiles(
  db: Database,
  { projectId, teamId, userId }: { projectId: Id; teamId?: string | undefined; userId?: string | undefined },
  weighing: Weighing = { limit: 1 },
) {
  return profilesWhere(
    db,
    weighing,
    and(
      eq(teamMemberships.projectId, projectId),
      teamId === undefined ? undefined : eq(teamMemberships.teamId, teamId),
      userId === undefined ? undefined : eq(teamMemberships.userId, userId),
    ),
  );
}

/**
 * Selects all memberships of a project, unless they are the limit or more. Then `profiles` has no rows and reads no user, while `some`
 * shows that there are memberships.
 */
export function selectProjectProfiles(db: Database, projectId: string, weighing: Weighing) {
  const isInProject = eq(teamMemberships.projectId, projectId);
  const memberships = (limit: number) =>
    db
      .select({ one: sql`1`.as("one") })
      .from(teamMemberships)
      .where(isInProject)
      .limit(limit);
  // In place of the id: a condition beside it would be asked of each membership.
  const ifFew = sql`(select ${projectId} where (select count(*) from ${memberships(weighing.limit)}) < ${weighing.limit})`;
  return { profiles: profilesWhere(db, weighing, eq(teamMemberships.projectId, ifFew)), some: memberships(1) };
}

function profilesWhere(db: Database, weighing: Weighing, condition: SQL | undefined) {
  const [users, isUser] = userOf(teamMemberships.projectId, teamMemberships.userId);
  return db
    .select({
      membership: columnsOf(teamMemberships, "membership"),
      place: placeIn(teamMemberships),
      ...weighedUserWithTeam(weighing),
    })
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(and(condition, isUser))
    .limit(weighing.limit);
}

type ProfileRow = { membership: Membership; place: number } & Parameters<typeof readUsers>[1][number];

/**
 * Returns the rows of `selectProfiles` in the order in which the memberships began. The list is cut where it is too long, or its metadata are
 * too heavy.
 */
export async function readProfileList(
  db: Database,
  rows: readonly ProfileRow[],
  weighing: Parameters<typeof readUsers>[2],
): Promise<{ profiles: MemberProfile[]; isCut: boolean }> {
  const { list, next } = await readUsers(db, rows, weighing);
  const dated = list.map((user, index) => {
    const { membership, place } = rows[index] as ProfileRow;
    return { membership, user, place, createdAt: membership.createdAt };
  });
  return { profiles: oldestFirst(dated), isCut: next !== undefined };
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

/** The images of these users in these teams, as `imageHolders` names them. */
export function selectMemberImages(
  db: Database,
  projectId: string,
  teamIds: readonly string[],
  userIds: readonly string[],
) {
  return db
    .select({
      holder: sql<string>`'member/' || ${teamMemberships.teamId} || '/' || ${teamMemberships.userId}`,
      url: teamMemberships.profileImageUrl,
    })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        inArray(teamMemberships.teamId, idsIn(teamIds)),
        inArray(teamMemberships.userId, idsIn(userIds)),
      ),
    );
}
