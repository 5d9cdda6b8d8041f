import { and, asc, eq } from "drizzle-orm";
import { teamMemberships } from "../../../db/memberships/schema";
import { teams } from "../../../db/teams/schema";
import { isSelectedTeam, readUser, type User, userWithTeam } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import { columnsOf, type Database } from "../../../platform/database";

type MembershipRow = typeof teamMemberships.$inferSelect;

/** What a member shows in a team in place of their own name and image; null where they show their own. */
type ProfileChanges = Partial<Pick<MembershipRow, "displayName" | "profileImageUrl">>;

interface Member {
  projectId: string;
  teamId: string;
  userId: string;
}

/** A membership with the user whose it is. */
export interface MemberProfile {
  membership: MembershipRow;
  user: User;
}

const withUser = { membership: columnsOf(teamMemberships, "membership"), ...userWithTeam };

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
  }: { projectId: string; teamId?: string | undefined; userId?: string | undefined; limit?: number },
) {
  const profiles = db
    .select(withUser)
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(teams, isSelectedTeam)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        teamId === undefined ? undefined : eq(teamMemberships.teamId, teamId),
        userId === undefined ? undefined : eq(teamMemberships.userId, userId),
        eq(users.projectId, teamMemberships.projectId),
        eq(users.id, teamMemberships.userId),
      ),
    )
    .orderBy(asc(teamMemberships.createdAt));
  return limit === undefined ? profiles : profiles.limit(limit);
}

/** One row of `selectProfiles`. */
export function readProfile({
  membership,
  ...user
}: { membership: MembershipRow } & Parameters<typeof readUser>[0]): MemberProfile {
  return { membership, user: readUser(user) };
}

export function updateProfile(db: Database, { projectId, teamId, userId, set }: Member & { set: ProfileChanges }) {
  return db
    .update(teamMemberships)
    .set(set)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
      ),
    );
}
