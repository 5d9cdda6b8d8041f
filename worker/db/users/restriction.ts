import { and, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import type { UserKey } from "../keys";
import { isUser } from "./joins";
import { users } from "./schema";

/**
 * Restricts a user, or gives another reason for it. All that was begun with their credentials ends with it, as when one
 * is replaced. Nothing is changed where it is already so.
 */
export function restrictUser(db: Database, { reason, now, ...user }: UserKey & { reason: string | null; now: number }) {
  const isOther = or(isNull(users.restrictedAt), sql`${users.restrictionReason} is not ${reason}`);
  return db
    .update(users)
    .set({
      restrictedAt: sql`coalesce(${users.restrictedAt}, ${now})`,
      restrictionReason: reason,
      credentialVersion: sql`${users.credentialVersion} + 1`,
    })
    .where(and(isUser(user), isOther));
}

/** Lets a restricted user sign in again. */
export function unrestrictUser(db: Database, user: UserKey) {
  return db
    .update(users)
    .set({ restrictedAt: null, restrictionReason: null })
    .where(and(isUser(user), isNotNull(users.restrictedAt)));
}

/** Reads whether, since when and why a user is restricted; nothing for an unknown user. */
export function selectRestriction(db: Database, user: UserKey) {
  return db
    .select({ restrictedAt: users.restrictedAt, reason: users.restrictionReason })
    .from(users)
    .where(isUser(user));
}
