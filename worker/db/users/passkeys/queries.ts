import { and, desc, eq, sql } from "drizzle-orm";
import { type Condition, type Database, ifFewer } from "../../../platform/database";
import type { UserIn, UserKey } from "../../keys";
import { selectFoundUser } from "../queries";
import { passkeys } from "./schema";

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
  return and(eq(passkeys.projectId, projectId), eq(passkeys.credentialId, credentialId));
}

export function isPasskeyOf({ projectId, userId }: UserIn) {
  return and(eq(passkeys.projectId, projectId), eq(passkeys.userId, userId));
}
