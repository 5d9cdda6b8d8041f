import { and, asc, eq, inArray, isNull, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Condition, type Database, type Id, idsIn, ifFound, rowIs } from "../../platform/database";
import type { UserKey } from "../keys";
import { prepareSelect } from "../prepared-select";
import type { Team } from "../teams/queries";
import { hasOtherEmail, isReserved } from "./contact-channels/queries";
import { selectedTeam, userOf, userWithTeam } from "./joins";
import { isKeptBack } from "./restriction";
import { contactChannels, oauthLinks, passwords, plainColumns, users } from "./schema";

type UserRow = typeof users.$inferSelect;

/** Holds what a request says of the plain fields of a user; what is undefined stays. */
export type PlainFields = { [Name in keyof typeof plainColumns]?: UserRow[Name] | undefined };

export const plainFields = Object.keys(plainColumns) as (keyof PlainFields)[];

/** What servers say of a user, each by its own name in snake case. */
export const assessedFields = [
  "restrictedByAdmin",
  "restrictedByAdminReason",
  "restrictedByAdminPrivateDetails",
  "countryCode",
  "riskScores",
] as const satisfies (keyof UserRow)[];

/** Holds what a request says of them; what is undefined stays. */
export type AssessedFields = { [Name in (typeof assessedFields)[number]]?: UserRow[Name] | undefined };

/** The columns that the wire shows as they are, each by its own name in snake case. */
export const shownFields = [
  "displayName",
  "primaryEmail",
  "primaryEmailVerified",
  "primaryEmailAuthEnabled",
  ...plainFields,
  ...assessedFields,
  "hasPassword",
  "otpAuthEnabled",
  "passkeyAuthEnabled",
  "requiresTotpMfa",
  "oauthProviders",
  "isAnonymous",
] as const satisfies (keyof UserRow)[];

/** A user with the team that they have selected, without what is of no use outside of storage. */
export type User = Omit<UserRow, "ordinal" | "lastActiveDay" | "lastCountry"> & { selectedTeam: Team | null };

/** All users with their selected teams, to be narrowed down; read each row with `readUser`. */
function selectUsers(db: Database) {
  return db
    .select(userWithTeam)
    .from(users)
    .leftJoin(...selectedTeam)
    .$dynamic();
}

export const selectUser = prepareSelect((db, user: UserKey) => selectFoundUser(db, user));

/** The same of an id that a subselect finds. */
export function selectFoundUser(db: Database, { projectId, userId }: { projectId: string; userId: string | SQL }) {
  return selectUsers(db).where(rowIs(users, { projectId, id: userId }));
}

/**
 * One row of `selectUsers`. A user without a selected team comes with a team of nulls, and a team that is gone is not
 * selected any more.
 */
export function readUser({ user, team }: { user: UserRow; team: Team | { id: null } | null }): User {
  const { ordinal: _, lastActiveDay: _day, lastCountry: _country, ...fields } = user;
  const selected = team?.id ? team : null;
  return { ...fields, selectedTeamId: selected?.id ?? null, selectedTeam: selected };
}

/** Holds while there is a user who is not suspended and, where it is asked for, anonymous, or not kept back. */
export function mayAct(
  db: Database,
  { projectId, userId }: UserKey,
  { isAnonymous, refusesRestricted }: { isAnonymous: boolean; refusesRestricted: boolean },
): Condition {
  const isUser = and(
    rowIs(users, { projectId, id: userId }),
    isNull(users.suspendedAt),
    isAnonymous ? eq(users.isAnonymous, true) : undefined,
    refusesRestricted ? not(isKeptBack(projectId)) : undefined,
  );
  return ifFound(db.select({ id: users.id }).from(users).where(isUser));
}

/** Reads whether there is a user: a row, or nothing. */
export function selectUserId(db: Database, { projectId, userId }: UserKey) {
  return db
    .select({ userId: users.id })
    .from(users)
    .where(rowIs(users, { projectId, id: userId }));
}

/** The names and addresses of the first users in the order of sign-up, for emails to all. */
export function selectFirstRecipients(db: Database, { projectId, limit }: { projectId: Id; limit: number }) {
  return db
    .select({ id: users.id, displayName: users.displayName, primaryEmail: users.primaryEmail })
    .from(users)
    .where(eq(users.projectId, projectId))
    .orderBy(asc(users.ordinal))
    .limit(limit);
}

/** The names and addresses of some users, for emails to them, and whether each has proven the address. */
export function selectRecipients(db: Database, { projectId, userIds }: { projectId: Id; userIds: SQLWrapper }) {
  const { id, displayName, primaryEmail, primaryEmailVerified } = users;
  return db
    .select({ id, displayName, primaryEmail, primaryEmailVerified })
    .from(users)
    .where(and(eq(users.projectId, projectId), inArray(users.id, userIds)));
}

/** The providers that a joined user signs in with, by their ids in the configuration. */
const signInProviders = sql`(
  select json_group_array(${oauthLinks.providerConfigId}) from ${oauthLinks}
  where ${rowIs(oauthLinks, { projectId: users.projectId, userId: users.id, allowSignIn: true })}
)`.mapWith((text: string): string[] => JSON.parse(text));

/**
 * Selects the user who signs in with an address (in normal form), their password's hash or null, and the providers that they sign in
 * with. It says whether the address is verified, whether by its email alone, and whether they sign in with another one, too. Read the
 * row with `readSignInUser`. Addresses that are not used for sign-in find no user, nor do those that their user has not reserved.
 *
 * @param account.email may be a subselect of the address
 * @param account.unreserved also finds the user of an address that is not reserved, for whoever must show a password besides
 */
export function selectUserBySignInEmail(
  db: Database,
  { projectId, email, unreserved = false }: { projectId: string; email: string | SQL; unreserved?: boolean },
) {
  return db
    .select({
      ...userWithTeam,
      passwordHash: sql<string | null>`${passwords.hash}`.as("password_hash"),
      isEmailVerified: sql`${contactChannels.isVerified}`.mapWith(contactChannels.isVerified).as("is_email_verified"),
      isProvenByMailAlone: sql`${contactChannels.isProvenByMailAlone}`
        .mapWith(contactChannels.isProvenByMailAlone)
        .as("is_proven_by_mail_alone"),
      signInProviders: signInProviders.as("sign_in_providers"),
      hasOtherEmail: hasOtherEmail(contactChannels).mapWith(Boolean).as("has_other_email"),
    })
    .from(contactChannels)
    .innerJoin(...userOf(contactChannels.projectId, contactChannels.userId))
    .leftJoin(...selectedTeam)
    .leftJoin(passwords, rowIs(passwords, { projectId: users.projectId, userId: users.id }))
    .where(
      and(
        eq(contactChannels.projectId, projectId),
        eq(contactChannels.type, "email"),
        eq(contactChannels.value, email),
        // Spelled out, because a bound value would keep SQLite from the partial index.
        sql`${contactChannels.usedForAuth} = 1`,
        unreserved ? undefined : isReserved(contactChannels),
      ),
    );
}

/** One row of `selectUserBySignInEmail`. `requiresTotpMfa` is in the user's own row. */
export function readSignInUser(
  row: Parameters<typeof readUser>[0] & {
    passwordHash: string | null;
    isEmailVerified: boolean;
    isProvenByMailAlone: boolean;
    signInProviders: string[];
    hasOtherEmail: boolean;
  },
) {
  const { user: _, team: _team, ...signIn } = row;
  return { user: readUser(row), ...signIn };
}

/**
 * The user who signs in with an account at a provider; read the row with `readUser`. Links that do not allow sign-in find
 * no user.
 *
 * @param account.providerConfigId may be a subselect, as `accountId`
 */
export function selectUserBySignInAccount(
  db: Database,
  {
    projectId,
    providerConfigId,
    accountId,
  }: { projectId: string; providerConfigId: string | SQL; accountId: string | SQL },
) {
  return db
    .select(userWithTeam)
    .from(oauthLinks)
    .innerJoin(...userOf(oauthLinks.projectId, oauthLinks.userId))
    .leftJoin(...selectedTeam)
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

/** The images of some users, as `imageHolders` names them. */
export function selectUserImages(db: Database, projectId: string, userIds: readonly string[]) {
  return db
    .select({ holder: sql<string>`'user/' || ${users.id}`, url: users.profileImageUrl })
    .from(users)
    .where(and(eq(users.projectId, projectId), inArray(users.id, idsIn(userIds))));
}
