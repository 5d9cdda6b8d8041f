import { and, eq, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id, rowIs } from "../../platform/database";
import type { UserKey } from "../keys";
import { joinedTeamId, teamColumns, teamOf } from "../teams/joins";
import { users } from "./schema";

/** Joins a user: `.innerJoin(...userOf(sessions.projectId, sessions.userId))`. */
export const userOf = (projectId: string | SQLWrapper, userId: string | SQLWrapper) =>
  [users, rowIs(users, { projectId, id: userId })] as const;

/** Says that a row of users is that of one. */
export function isUser({ projectId, userId }: UserKey) {
  return rowIs(users, { projectId, id: userId });
}

/** Joins the team that a user has selected: `.leftJoin(...selectedTeam)`. */
export const selectedTeam = teamOf(users.projectId, users.selectedTeamId);

/** The columns of a user and of the team that they have selected; read each row with `readUser`. */
export const userWithTeam = { user: columnsOf(users, "user"), team: teamColumns };

/** Lists what an access token contains of a joined user and the team that they have selected. */
export const tokenClaimColumns = {
  displayName: users.displayName,
  primaryEmail: users.primaryEmail,
  primaryEmailVerified: users.primaryEmailVerified,
  isAnonymous: users.isAnonymous,
  restrictedByAdmin: users.restrictedByAdmin,
  requiresTotpMfa: users.requiresTotpMfa,
  signedUpAt: users.signedUpAt,
  selectedTeamId: joinedTeamId.as("existing_selected_team_id"),
};

/** The id of a user who exists and is as anonymous as given when the statement that contains it runs; else null. */
export function idOfUser({ projectId, userId, isAnonymous }: UserKey & { isAnonymous: boolean }) {
  return sql<string>`(
    select ${users.id} from ${users}
    where ${rowIs(users, { projectId, id: userId, isAnonymous })}
  )`;
}

/**
 * The id of a user who is not suspended and whose credentials are of a version when the statement that contains it runs;
 * else null. Without a version, the user has no second factor then.
 */
export function idOfUserAt({
  projectId,
  userId,
  credentialVersion,
}: UserKey & { credentialVersion: number | undefined }) {
  const isAsRead =
    credentialVersion === undefined ? eq(users.requiresTotpMfa, false) : eq(users.credentialVersion, credentialVersion);
  return sql<string>`(
    select ${users.id} from ${users}
    where ${and(rowIs(users, { projectId, id: userId }), isAsRead, isNull(users.suspendedAt))}
  )`;
}

/** The id of a user who exists and is not suspended when the statement that contains it runs; else null. */
export function idOfUnsuspended({ projectId, userId }: { projectId: Id; userId: Id }) {
  return sql<string>`(
    select ${users.id} from ${users}
    where ${and(rowIs(users, { projectId, id: userId }), isNull(users.suspendedAt))}
  )`;
}

/** The version of a user's credentials when the statement that contains it runs; null when the user is gone. */
export function credentialVersionOf(projectId: string | SQLWrapper, userId: string | SQLWrapper) {
  return sql<number | null>`(
    select ${users.credentialVersion} from ${users} where ${rowIs(users, { projectId, id: userId })}
  )`;
}

/** A user's place in the order of sign-up. */
export function ordinalOf(db: Database, { projectId, userId }: UserKey) {
  return db
    .select({ ordinal: users.ordinal })
    .from(users)
    .where(rowIs(users, { projectId, id: userId }));
}

/** The row of a user, by which those of one time or name are in order. */
export const rowId = sql<number>`${users}.rowid`;

/** The row of the user with an id. */
export function rowIdOf(db: Database, { projectId, userId }: UserKey) {
  return db
    .select({ row: rowId.as("row") })
    .from(users)
    .where(rowIs(users, { projectId, id: userId }));
}

/** The place of a project's latest user in the order of sign-up, when the statement that contains it runs; 0 without any. */
export function lastOrdinalOf(projectId: string) {
  return sql<number>`(select coalesce(max(${users.ordinal}), 0) from ${users} where ${users.projectId} = ${projectId})`;
}
