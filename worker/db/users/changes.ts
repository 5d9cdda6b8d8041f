import { and, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Condition, type Database, rowIs, type Statement, violatesNotNull } from "../../platform/database";
import type { TeamKey, UserKey } from "../keys";
import { searchName } from "../search-text";
import { changePrimaryEmail } from "./contact-channels/changes";
import { isPrimaryOf } from "./contact-channels/queries";
import { isUser } from "./joins";
import { deletePasskeys } from "./passkeys";
import { endEmailedCodes, endEmailedCodesToOthers, setPassword } from "./passwords";
import { type AssessedFields, assessedFields, type PlainFields, plainFields, type User } from "./queries";
import { contactChannels, users } from "./schema";
import { indexUsers, reindexUsers } from "./search/search-index";
import { takeEmail } from "./take-email";

/** Says what is to become of a user; what is left out stays. An address must be in normal form, a password hashed. */
export interface UserChanges extends PlainFields, AssessedFields {
  displayName?: string | null | undefined;
  /** As SQL, so that it can depend on a membership when the statement runs. */
  selectedTeamId?: SQL | null | undefined;
  /** Null deletes the primary channel. */
  primaryEmail?: string | null | undefined;
  primaryEmailVerified?: boolean | undefined;
  primaryEmailAuthEnabled?: boolean | undefined;
  /** Leaves the address to another user who signs in with it: it becomes the primary one, and signs nobody in here. */
  primaryEmailYields?: boolean | undefined;
  /** Null removes the password. */
  passwordHash?: string | null | undefined;
  otpAuthEnabled?: boolean | undefined;
  /** Refuses emailed codes; `otpAuthEnabled` ends it. */
  otpAuthSwitchedOff?: boolean | undefined;
  /** Removes all passkeys. */
  passkeyAuthEnabled?: false | undefined;
  requiresTotpMfa?: boolean | undefined;
  /** Makes an anonymous user one who signed up. */
  isAnonymous?: false | undefined;
}

/** Stores a new user's row, at the end of the order of sign-up. */
export function insertUser(db: Database, { selectedTeam: _, ...row }: User) {
  return db.insert(users).values({ ...row, ordinal: sql`(select coalesce(max(ordinal), 0) + 1 from ${users})` });
}

/**
 * The statements that change a user, to be sent in one batch. It fails as `isSignInEmailTaken` recognises. A user who is
 * gone by then breaks a foreign key or is not changed. Where a credential is replaced or removed, the version of the user's
 * credentials counts up by one; `from` is as in `advanceCredentials`.
 */
export function changeUser(
  db: Database,
  user: UserKey,
  changes: UserChanges,
  { from }: { from?: number } = {},
): Statement[] {
  const { selectedTeamId, passwordHash, passkeyAuthEnabled } = changes;
  const columns = changedColumns(changes);
  const set = {
    ...columns,
    ...(selectedTeamId !== undefined && { selectedTeamId }),
    ...(replacesCredential(changes) && { credentialVersion: nextVersion(from) }),
  };
  const { primaryEmail: email } = changes;
  const flags = { isVerified: changes.primaryEmailVerified, usedForAuth: changes.primaryEmailAuthEnabled };
  const channels = [
    ...(email === null ? [] : takeEmail(db, user, { value: email, ...flags }, isPrimaryOf(user))),
    ...changePrimaryEmail(db, user, { email, ...flags, yields: changes.primaryEmailYields }),
  ];
  const index = "displayName" in columns ? reindexUsers(db, isUser(user)) : [];
  return [
    ...(Object.keys(set).length > 0 ? [db.update(users).set(set).where(isUser(user))] : []),
    ...(passwordHash === undefined ? [] : [setPassword(db, user, passwordHash), endEmailedCodes(db, user)]),
    ...(passkeyAuthEnabled === false ? [deletePasskeys(db, user)] : []),
    ...channels,
    ...(channels.length > 0 ? followChannels(db, user) : index),
  ];
}

/**
 * Counts up the version of a user's credentials; it is part of every batch that replaces or removes one. With `from`, the
 * whole batch fails as `areCredentialsChanged` recognises unless the credentials are still of that version.
 */
export function advanceCredentials(db: Database, user: UserKey, { from }: { from?: number } = {}): Statement {
  return db
    .update(users)
    .set({ credentialVersion: nextVersion(from) })
    .where(isUser(user));
}

function nextVersion(from: number | undefined): SQL {
  const next = sql`${users.credentialVersion} + 1`;
  return from === undefined ? next : sql`case ${users.credentialVersion} when ${from} then ${next} end`;
}

/** Ends the second factor of a user where a condition holds, with `removeTotpSecret`; returns the user if they had one. */
export function clearTotpFlag(db: Database, user: UserKey, where: Condition) {
  return db
    .update(users)
    .set({ requiresTotpMfa: false, credentialVersion: nextVersion(undefined) })
    .where(and(isUser(user), eq(users.requiresTotpMfa, true), where))
    .returning({
      id: users.id,
      displayName: users.displayName,
      primaryEmail: users.primaryEmail,
      primaryEmailVerified: users.primaryEmailVerified,
    });
}

/** Tells whether a change takes away or replaces something that signs the user in, or that signing in requires. */
function replacesCredential(changes: UserChanges): boolean {
  return (
    changes.primaryEmail !== undefined ||
    changes.primaryEmailVerified === false ||
    changes.primaryEmailAuthEnabled === false ||
    changes.passwordHash !== undefined ||
    changes.otpAuthEnabled === false ||
    changes.passkeyAuthEnabled === false ||
    changes.requiresTotpMfa !== undefined ||
    changes.isAnonymous === false
  );
}

/** Tells whether a batch failed because credentials had changed since they were read. */
export function areCredentialsChanged(error: unknown): boolean {
  return violatesNotNull(error, "users.credential_version");
}

/** The columns of a user's own row that change, with their values. */
export function changedColumns(changes: UserChanges): Partial<User> {
  const { displayName, passwordHash } = changes;
  const columns = {
    displayName: displayName === undefined ? undefined : displayName || null,
    searchName: displayName === undefined ? undefined : searchName(displayName),
    ...Object.fromEntries([...plainFields, ...assessedFields].map((name) => [name, changes[name]])),
    hasPassword: passwordHash === undefined ? undefined : passwordHash !== null,
    otpAuthEnabled: changes.otpAuthEnabled,
    otpAuthSwitchedOff: changes.otpAuthEnabled ? false : changes.otpAuthSwitchedOff,
    passkeyAuthEnabled: changes.passkeyAuthEnabled,
    requiresTotpMfa: changes.requiresTotpMfa,
    isAnonymous: changes.isAnonymous,
  } satisfies Partial<User>;
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * Copies the primary address to the user's row, indexes the addresses, and ends the codes that reset the password by other addresses.
 * It takes the channels as they are when the statements run. It comes last in every batch that changes channels.
 */
export function followChannels(db: Database, user: UserKey): Statement[] {
  const primary = (column: SQLiteColumn) => sql`(select ${column} from ${contactChannels} where ${isPrimaryOf(user)})`;
  return [
    db
      .update(users)
      .set({
        primaryEmail: primary(contactChannels.value),
        primaryEmailVerified: sql`coalesce(${primary(contactChannels.isVerified)}, 0)`,
        primaryEmailAuthEnabled: sql`coalesce(${primary(contactChannels.usedForAuth)}, 0)`,
        primaryEmailProvenByEmailAlone: sql`coalesce(${primary(contactChannels.isProvenByMailAlone)}, 0)`,
      })
      .where(isUser(user)),
    ...reindexUsers(db, isUser(user)),
    endEmailedCodesToOthers(db, user),
  ];
}

/** Indexes a new user. It comes after their row and channels. */
export function indexNewUser(db: Database, user: UserKey): Statement {
  return indexUsers(db, isUser(user));
}

/** Ends the selection of a team by its members. */
export function deselectTeam(db: Database, { projectId, teamId, userIds }: TeamKey & { userIds: SQLWrapper }) {
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(rowIs(users, { projectId, selectedTeamId: teamId }), inArray(users.id, userIds)));
}

/** Ends the selection of a team by one user. */
export function deselectTeamOf(db: Database, { teamId, ...user }: UserKey & TeamKey) {
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(isUser(user), eq(users.selectedTeamId, teamId)));
}

/** Ends the selection of a team by one user where it is one of some, by a subselect of their ids. */
export function deselectTeams(db: Database, user: UserKey, teamIds: SQLWrapper): Statement {
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(isUser(user), inArray(users.selectedTeamId, teamIds)));
}

/** Ends the selection of a team by one user, unless it is one of some, by a subselect of their ids. */
export function deselectTeamsBut(db: Database, user: UserKey, teamIds: SQLWrapper): Statement {
  return db
    .update(users)
    .set({ selectedTeamId: null })
    .where(and(isUser(user), notInArray(users.selectedTeamId, teamIds)));
}

/** Deletes a user with everything that refers to their row, sessions included. Teams stay. */
export function deleteUser(db: Database, user: UserKey) {
  return db.delete(users).where(isUser(user)).returning({ id: users.id });
}
