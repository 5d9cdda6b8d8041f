import { and, eq, type SQL, sql } from "drizzle-orm";
import { columnsOf, type Database } from "../../platform/database";
import { teams } from "../teams/schema";
import { contactChannels } from "./contact-channels/schema";
import { oauthLinks } from "./oauth-links/schema";
import { passwords } from "./passwords/schema";
import { users } from "./schema";

type UserRow = typeof users.$inferSelect;
type TeamRow = typeof teams.$inferSelect;

/** A user with the team that they have selected. Their ordinal is the storage's business. */
export type User = Omit<UserRow, "ordinal"> & { selectedTeam: TeamRow | null };

export const userWithTeam = { user: columnsOf(users, "user"), team: columnsOf(teams, "team") };

/** Joins the team that a user has selected. */
export const isSelectedTeam = and(eq(teams.projectId, users.projectId), eq(teams.id, users.selectedTeamId));

/** All users with their selected teams, to be narrowed down; read each row with `readUser`. */
export function selectUsers(db: Database) {
  return db.select(userWithTeam).from(users).leftJoin(teams, isSelectedTeam).$dynamic();
}

/** @param user.userId may be a subselect of the id */
export function selectUser(db: Database, { projectId, userId }: { projectId: string; userId: string | SQL }) {
  return selectUsers(db).where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/**
 * One row of `selectUsers`. A user without a selected team comes with a team of nulls, and a team that is gone is not
 * selected any more.
 */
export function readUser({ user, team }: { user: UserRow; team: TeamRow | { id: null } | null }): User {
  const { ordinal: _, ...fields } = user;
  const selectedTeam = team?.id ? team : null;
  return { ...fields, selectedTeamId: selectedTeam?.id ?? null, selectedTeam };
}

/**
 * The user who signs in with an address (in normal form), their password's hash or null, and whether the address is
 * verified; read the row with `readSignInUser`. Addresses that are not used for sign-in find nobody.
 */
export function selectUserBySignInEmail(db: Database, { projectId, email }: { projectId: string; email: string }) {
  return db
    .select({
      ...userWithTeam,
      passwordHash: sql<string | null>`${passwords.hash}`.as("password_hash"),
      isEmailVerified: sql`${contactChannels.isVerified}`.mapWith(contactChannels.isVerified).as("is_email_verified"),
    })
    .from(contactChannels)
    .innerJoin(users, and(eq(users.projectId, contactChannels.projectId), eq(users.id, contactChannels.userId)))
    .leftJoin(teams, isSelectedTeam)
    .leftJoin(passwords, and(eq(passwords.projectId, users.projectId), eq(passwords.userId, users.id)))
    .where(
      and(
        eq(contactChannels.projectId, projectId),
        eq(contactChannels.type, "email"),
        eq(contactChannels.value, email),
        // Spelled out, because a bound value would keep SQLite from the partial index.
        sql`${contactChannels.usedForAuth} = 1`,
      ),
    );
}

/** One row of `selectUserBySignInEmail`. `requiresTotpMfa` stands in the user's own row. */
export function readSignInUser(
  row: Parameters<typeof readUser>[0] & { passwordHash: string | null; isEmailVerified: boolean },
) {
  const { passwordHash, isEmailVerified } = row;
  return { user: readUser(row), passwordHash, isEmailVerified };
}

/**
 * The user who signs in with an account at a provider; read the row with `readUser`. Links that do not allow sign-in find
 * nobody.
 */
export function selectUserBySignInAccount(
  db: Database,
  { projectId, providerConfigId, accountId }: { projectId: string; providerConfigId: string; accountId: string },
) {
  return db
    .select(userWithTeam)
    .from(oauthLinks)
    .innerJoin(users, and(eq(users.projectId, oauthLinks.projectId), eq(users.id, oauthLinks.userId)))
    .leftJoin(teams, isSelectedTeam)
    .where(
      and(
        eq(oauthLinks.projectId, projectId),
        eq(oauthLinks.providerConfigId, providerConfigId),
        eq(oauthLinks.accountId, accountId),
        // Spelled out, because a bound value would keep SQLite from the partial index.
        sql`${oauthLinks.allowSignIn} = 1`,
      ),
    );
}

/** Deletes a user; what hangs on their row goes with it, sessions included. Teams stay. */
export function deleteUser(db: Database, { projectId, userId }: { projectId: string; userId: string }) {
  return db
    .delete(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)))
    .returning({ id: users.id });
}
