import { desc, sql } from "drizzle-orm";
import {
  type Condition,
  type Database,
  ifFewer,
  rowIs,
  type Statement,
  violatesNotNull,
  violatesUnique,
} from "../../platform/database";
import type { UserIn, UserKey } from "../keys";
import { selectFoundUser } from "./queries";
import { passkeys, users } from "./schema";

export type Passkey = typeof passkeys.$inferSelect;

export interface OnePasskey {
  projectId: string;
  credentialId: string;
}

export function selectPasskey(db: Database, passkey: OnePasskey) {
  return db.select().from(passkeys).where(isPasskey(passkey));
}

/** The user of a passkey; read the row with `readUser`. */
export function selectPasskeyOwner(db: Database, passkey: OnePasskey) {
  const owner = db.select({ id: passkeys.userId }).from(passkeys).where(isPasskey(passkey));
  return selectFoundUser(db, { projectId: passkey.projectId, userId: sql`(${owner})` });
}

/** That a user has fewer passkeys than so many, as a condition of the statement that stores one. */
export function fewerPasskeys(db: Database, user: UserKey, max: number): Condition {
  const ofUser = db.select({ one: sql`1` }).from(passkeys).where(isPasskeyOf(user));
  return ifFewer(ofUser, max);
}

/** All passkeys of a user, newest first. */
export function selectPasskeysOf(db: Database, user: UserIn) {
  return db.select().from(passkeys).where(isPasskeyOf(user)).orderBy(desc(passkeys.createdAt));
}

export function isPasskey({ projectId, credentialId }: OnePasskey) {
  return rowIs(passkeys, { projectId, credentialId });
}

export function isPasskeyOf({ projectId, userId }: UserIn) {
  return rowIs(passkeys, { projectId, userId });
}

/** Fails as `isPasskeyTaken` recognises, or breaks a foreign key when the user is gone. */
export function insertPasskey(db: Database, passkey: Passkey) {
  return db.insert(passkeys).values(passkey);
}

/** Tells whether a write failed because the credential is registered in the project, to any user. */
export function isPasskeyTaken(error: unknown): boolean {
  return violatesUnique(error, "passkeys.project_id, passkeys.credential_id");
}

/**
 * Keeps what a sign-in showed of the authenticator. The whole batch fails as `isPasskeyUsedElsewhere` recognises when another
 * sign-in has changed the signature counter since it was read. A passkey that is gone stays gone.
 */
export function updatePasskeyUse(
  db: Database,
  { from, to, hasVerifiedUser, ...passkey }: OnePasskey & { from: number; to: number; hasVerifiedUser: boolean },
): Statement {
  return db
    .update(passkeys)
    .set({
      signCount: sql`case ${passkeys.signCount} when ${from} then ${to} end`,
      ...(hasVerifiedUser && { hasVerifiedUser }),
    })
    .where(isPasskey(passkey));
}

/** Tells whether a batch failed because another sign-in has changed the signature counter. */
export function isPasskeyUsedElsewhere(error: unknown): boolean {
  return violatesNotNull(error, "passkeys.sign_count");
}

/** Keeps the time of a sign-in with a passkey. */
export function notePasskeyUse(db: Database, { usedAt, ...passkey }: OnePasskey & { usedAt: number }) {
  return db.update(passkeys).set({ lastUsedAt: usedAt }).where(isPasskey(passkey));
}

/** Nothing comes back when the passkey is gone. */
export function renamePasskey(db: Database, { name, ...passkey }: OnePasskey & { name: string }) {
  return db.update(passkeys).set({ name }).where(isPasskey(passkey)).returning();
}

/** Nothing comes back when the passkey is gone. */
export function deletePasskey(db: Database, passkey: OnePasskey) {
  return db.delete(passkeys).where(isPasskey(passkey)).returning({ credentialId: passkeys.credentialId });
}

/** Deletes all passkeys of a user. */
export function deletePasskeys(db: Database, user: UserKey) {
  return db.delete(passkeys).where(isPasskeyOf(user));
}

/** Sets the flag on the user's row to whether there is a passkey. */
export function followPasskeys(db: Database, { projectId, userId }: UserKey) {
  return db
    .update(users)
    .set({ passkeyAuthEnabled: sql`exists (select 1 from ${passkeys} where ${isPasskeyOf({ projectId, userId })})` })
    .where(rowIs(users, { projectId, id: userId }));
}
