import { and, eq, sql } from "drizzle-orm";
import { type Database, insertFrom, rowIs, type Statement } from "../../platform/database";
import type { UserKey } from "../keys";
import { removeOpenCodesExceptTo, removeOpenCodesOf } from "../verification-codes/changes";
import { isEmailOf } from "./contact-channels/queries";
import { contactChannels, passwords, users } from "./schema";

export function selectPassword(db: Database, user: UserKey) {
  return db.select({ hash: passwords.hash }).from(passwords).where(isPasswordOf(user));
}

export function isPasswordOf({ projectId, userId }: UserKey) {
  return rowIs(passwords, { projectId, userId });
}

/** Stores a user's password, as its hash, in place of any before; null removes it. */
export function setPassword(db: Database, user: UserKey, hash: string | null): Statement {
  if (hash === null) return db.delete(passwords).where(isPasswordOf(user));
  const { projectId, userId } = user;
  return db
    .insert(passwords)
    .values({ projectId, userId, hash })
    .onConflictDoUpdate({ target: [passwords.projectId, passwords.userId], set: { hash } });
}

/** Replaces a hash, unless the password was changed since it was read. */
export function replaceHash(db: Database, { from, to, ...user }: UserKey & { from: string; to: string }) {
  return db
    .update(passwords)
    .set({ hash: to })
    .where(and(isPasswordOf(user), eq(passwords.hash, from)))
    .returning({ userId: passwords.userId });
}

/** Gives a user who exists a first password; returns no row when the user has one already. */
export function insertFirstPassword(db: Database, { projectId, userId, hash }: UserKey & { hash: string }) {
  const user = sql`from ${users} where ${rowIs(users, { projectId, id: userId })}`;
  return insertFrom(db, passwords, { projectId, userId, hash }, user)
    .onConflictDoNothing()
    .returning({ userId: passwords.userId });
}

/** Sets the flag on the user's row to whether there is a password. */
export function followPassword(db: Database, { projectId, userId }: UserKey) {
  return db
    .update(users)
    .set({ hasPassword: sql`exists (select 1 from ${passwords} where ${isPasswordOf({ projectId, userId })})` })
    .where(rowIs(users, { projectId, id: userId }));
}

/** The kind of the codes that reset passwords, and that of those that sign in. */
export const resetKind = "password_reset";
export const signInKind = "sign_in";

/** Of both, those to a user's proven addresses have the user as their subject, and those to any other the address. */
const kind = [resetKind, signInKind];

/** Ends the codes of emails by which a user gets in: the password has been changed since they were sent. */
export function endEmailedCodes(db: Database, { projectId, userId }: UserKey): Statement {
  return removeOpenCodesOf(db, { projectId, kind, subject: userId });
}

/** Ends those that were emailed to addresses which the user has given up since, or signs in with no more. */
export function endEmailedCodesToOthers(db: Database, user: UserKey): Statement {
  const { value, isVerified, usedForAuth } = contactChannels;
  const own = db
    .select({ value })
    .from(contactChannels)
    .where(and(isEmailOf(user), eq(isVerified, true), eq(usedForAuth, true)));
  return removeOpenCodesExceptTo(db, { projectId: user.projectId, kind, subject: user.userId, addresses: own });
}
