import { and, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import type { UserKey } from "../keys";
import { isUser } from "./joins";
import { users } from "./schema";

/**
 * Suspends a user, or gives another reason for it. All that was begun with their credentials ends with it, as when one
 * is replaced. Nothing is changed where it is already so.
 */
export function suspendUser(db: Database, { reason, now, ...user }: UserKey & { reason: string | null; now: number }) {
  const isOther = or(isNull(users.suspendedAt), sql`${users.suspensionReason} is not ${reason}`);
  return db
    .update(users)
    .set({
      suspendedAt: sql`coalesce(${users.suspendedAt}, ${now})`,
      suspensionReason: reason,
      credentialVersion: sql`${users.credentialVersion} + 1`,
    })
    .where(and(isUser(user), isOther));
}

/** Lets a suspended user sign in again. */
export function unsuspendUser(db: Database, user: UserKey) {
  return db
    .update(users)
    .set({ suspendedAt: null, suspensionReason: null })
    .where(and(isUser(user), isNotNull(users.suspendedAt)));
}

/** Reads whether, since when and why a user is suspended; nothing for an unknown user. */
export function selectSuspension(db: Database, user: UserKey) {
  return db.select({ suspendedAt: users.suspendedAt, reason: users.suspensionReason }).from(users).where(isUser(user));
}
