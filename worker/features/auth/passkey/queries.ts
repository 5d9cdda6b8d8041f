import { and, eq, inArray, sql } from "drizzle-orm";
import { passkeys } from "../../../db/users/passkeys/schema";
import { selectUsers } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import { type Database, violatesUnique } from "../../../platform/database";

export type Passkey = typeof passkeys.$inferSelect;

interface OneUser {
  projectId: string;
  userId: string;
}

interface OnePasskey {
  projectId: string;
  credentialId: string;
}

export function selectPasskey(db: Database, passkey: OnePasskey) {
  return db.select().from(passkeys).where(isPasskey(passkey));
}

/** Whose passkey it is; read the row with `readUser`. */
export function selectPasskeyOwner(db: Database, passkey: OnePasskey) {
  const owner = db.select({ id: passkeys.userId }).from(passkeys).where(isPasskey(passkey));
  return selectUsers(db).where(and(eq(users.projectId, passkey.projectId), inArray(users.id, owner)));
}

export function selectPasskeysOf(db: Database, user: OneUser) {
  return db
    .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(isPasskeyOf(user));
}

/** Fails as `isPasskeyTaken` tells, or breaks a foreign key when the user is gone. */
export function insertPasskey(db: Database, passkey: Passkey) {
  return db.insert(passkeys).values(passkey);
}

/** Whether a write failed because the credential is registered in the project, whoever's it is. */
export function isPasskeyTaken(error: unknown): boolean {
  return violatesUnique(error, "passkeys.project_id, passkeys.credential_id");
}

/** Keeps a new signature counter, unless another sign-in has changed it since it was read: then nothing comes back. */
export function replaceSignCount(db: Database, { from, to, ...passkey }: OnePasskey & { from: number; to: number }) {
  return db
    .update(passkeys)
    .set({ signCount: to })
    .where(and(isPasskey(passkey), eq(passkeys.signCount, from)))
    .returning({ credentialId: passkeys.credentialId });
}

/** Lets the user's row say whether there is a passkey. */
export function followPasskeys(db: Database, { projectId, userId }: OneUser) {
  return db
    .update(users)
    .set({ passkeyAuthEnabled: sql`exists (select 1 from ${passkeys} where ${isPasskeyOf({ projectId, userId })})` })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

function isPasskey({ projectId, credentialId }: OnePasskey) {
  return and(eq(passkeys.projectId, projectId), eq(passkeys.credentialId, credentialId));
}

function isPasskeyOf({ projectId, userId }: OneUser) {
  return and(eq(passkeys.projectId, projectId), eq(passkeys.userId, userId));
}
