import { and, eq, exists, ne, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { contactChannels } from "../../../db/users/contact-channels/schema";
import { users } from "../../../db/users/schema";
import type { Database, Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { reindexUsers } from "../search";
import {
  type ChannelChanges,
  demotePrimary,
  insertChannel,
  isEmailOf,
  isPrimaryOf,
  type OneChannel,
  type OneUser,
  selectChannelByValue,
  updateChannel,
} from "./queries";

/** A user's primary address as it is to become; what is left out stays. */
export interface PrimaryEmailChange {
  /** In normal form. Null deletes the primary channel; no other takes its place. */
  email?: string | null | undefined;
  /** When left out, an address that was not the user's before is unverified. */
  isVerified?: boolean | undefined;
  usedForAuth?: boolean | undefined;
}

/**
 * Changes the primary address, whatever the channels are when the statements run: a channel of the user that holds the
 * new address already becomes the primary one; else the primary channel takes the new address; else one is made.
 * End the batch with `followChannels`. It fails as `isSignInEmailTaken` tells.
 */
export function changePrimaryEmail(db: Database, user: OneUser, change: PrimaryEmailChange): Statement[] {
  const { email, isVerified, usedForAuth } = change;
  const setFlags = () => db.update(contactChannels).set({ isVerified, usedForAuth }).where(isPrimaryOf(user));
  if (email === null) return [db.delete(contactChannels).where(isPrimaryOf(user))];
  return [
    ...(email === undefined ? [] : setPrimaryEmail(db, user, { email, isVerified, usedForAuth })),
    ...(isVerified === undefined && usedForAuth === undefined ? [] : [setFlags()]),
  ];
}

function setPrimaryEmail(
  db: Database,
  user: OneUser,
  { email, isVerified, usedForAuth }: PrimaryEmailChange & { email: string },
): Statement[] {
  const isEmail = eq(contactChannels.value, email);
  const isOtherPrimary = and(isPrimaryOf(user), ne(contactChannels.value, email));
  return [
    db
      .update(contactChannels)
      .set({ isPrimary: false })
      .where(and(isOtherPrimary, exists(selectChannelByValue(db, { ...user, value: email })))),
    db
      .update(contactChannels)
      .set({ isPrimary: true })
      .where(and(isEmailOf(user), isEmail)),
    db
      .update(contactChannels)
      .set({ value: email, isVerified: isVerified ?? false, usedForAuth })
      .where(isOtherPrimary),
    // By now the primary channel, if there is one, holds the address, and this meets it.
    insertChannel(db, {
      ...user,
      id: newId(),
      type: "email",
      value: email,
      isPrimary: true,
      isVerified: false,
      usedForAuth: false,
      createdAt: Date.now(),
    }).onConflictDoNothing(),
  ];
}

/**
 * Copies the primary address to the user's row and indexes the addresses, from what the channels are when the statements
 * run. It ends every batch that changes channels.
 */
export function followChannels(db: Database, { projectId, userId }: OneUser): Statement[] {
  const isThisUser = and(eq(users.projectId, projectId), eq(users.id, userId));
  const primary = (column: SQLiteColumn) =>
    sql`(select ${column} from ${contactChannels} where ${isPrimaryOf({ projectId, userId })})`;
  return [
    db
      .update(users)
      .set({
        primaryEmail: primary(contactChannels.value),
        primaryEmailVerified: sql`coalesce(${primary(contactChannels.isVerified)}, 0)`,
        primaryEmailAuthEnabled: sql`coalesce(${primary(contactChannels.usedForAuth)}, 0)`,
      })
      .where(isThisUser),
    ...reindexUsers(db, isThisUser),
  ];
}

/** Lets none of a user's addresses sign in any more. It comes before `changePrimaryEmail`, which may let one of them. */
export function endSignInByEmail(db: Database, user: OneUser): Statement {
  return db.update(contactChannels).set({ usedForAuth: false }).where(isEmailOf(user));
}

/**
 * Changes one channel; one that becomes primary takes the place of another. The batch fails as `isOwnEmailTaken` and
 * `isSignInEmailTaken` tell.
 */
export function changeChannel(db: Database, channel: OneChannel, changes: ChannelChanges): Statement[] {
  if (Object.values(changes).every((value) => value === undefined)) return [];
  return [
    ...(changes.isPrimary ? [demotePrimary(db, channel)] : []),
    updateChannel(db, channel, changes),
    ...followChannels(db, channel),
  ];
}
