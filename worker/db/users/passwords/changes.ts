import { and, eq, sql } from "drizzle-orm";
import { type Database, insertFrom, type Statement } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { users } from "../schema";
import { isPasswordOf } from "./queries";
import { passwords } from "./schema";

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
  const user = sql`from ${users} where ${and(eq(users.projectId, projectId), eq(users.id, userId))}`;
  return insertFrom(db, passwords, { projectId, userId, hash }, user)
    .onConflictDoNothing()
    .returning({ userId: passwords.userId });
}

/** Sets the flag on the user's row to whether there is a password. */
export function followPassword(db: Database, { projectId, userId }: UserKey) {
  return db
    .update(users)
    .set({ hasPassword: sql`exists (select 1 from ${passwords} where ${isPasswordOf({ projectId, userId })})` })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}
