import { and, eq, sql } from "drizzle-orm";
import { passwords } from "../../../db/users/passwords/schema";
import { users } from "../../../db/users/schema";
import type { Database } from "../../../platform/database";

interface OneUser {
  projectId: string;
  userId: string;
}

export function selectPassword(db: Database, user: OneUser) {
  return db.select({ hash: passwords.hash }).from(passwords).where(isPasswordOf(user));
}

/** Replaces a hash, unless the password was changed since it was read. */
export function replaceHash(db: Database, { from, to, ...user }: OneUser & { from: string; to: string }) {
  return db
    .update(passwords)
    .set({ hash: to })
    .where(and(isPasswordOf(user), eq(passwords.hash, from)))
    .returning({ userId: passwords.userId });
}

/** Gives a user who exists a first password: nobody gets a row back whose user has one already. */
export function insertFirstPassword(db: Database, { projectId, userId, hash }: OneUser & { hash: string }) {
  const user = db
    .select({ projectId: users.projectId, userId: users.id, hash: sql<string>`${hash}`.as("hash") })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
  return db.insert(passwords).select(user).onConflictDoNothing().returning({ userId: passwords.userId });
}

/** Lets the user's row say whether there is a password. */
export function followPassword(db: Database, { projectId, userId }: OneUser) {
  return db
    .update(users)
    .set({ hasPassword: sql`exists (select 1 from ${passwords} where ${isPasswordOf({ projectId, userId })})` })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

function isPasswordOf({ projectId, userId }: OneUser) {
  return and(eq(passwords.projectId, projectId), eq(passwords.userId, userId));
}
