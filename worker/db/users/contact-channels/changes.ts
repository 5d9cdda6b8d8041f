import { and, eq, exists, gt, isNotNull, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Condition, type Database, rowIs, type Statement, violatesUnique } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { UserKey } from "../../keys";
import type { Project } from "../../projects/project";
import { contactChannels, users } from "../schema";
import {
  type ChannelKey,
  type ContactChannel,
  isChannel,
  isEmailOf,
  isKept,
  isPrimaryOf,
  selectChannelByValue,
} from "./queries";

// `followChannels` ends every batch that changes channels: the user's row repeats the primary address, and the search index those
// that sign in. One that is added and is neither changes nothing of both. `takeEmail` precedes all that sets `usedForAuth` or `isVerified`.

/** Says what can become of a channel; what is undefined stays. */
export type ChannelChanges = Partial<Pick<ContactChannel, "value" | "isVerified" | "usedForAuth" | "isPrimary">>;

/** Returns what is set of a channel whose address is, or is not, the user's by a word that is trusted with the whole account. */
function verifiedAs(isVerified: boolean | undefined) {
  return isVerified === undefined ? {} : { isVerified, isProvenByMailAlone: false };
}

/** A user's primary address as it is to become; what is left out stays. */
export interface PrimaryEmailChange {
  /** In normal form. Null deletes the primary channel; no other takes its place. */
  email?: string | null | undefined;
  /** When left out, an address that was not the user's before is unverified. */
  isVerified?: boolean | undefined;
  usedForAuth?: boolean | undefined;
  /** Ends sign-in by the address where another user signs in with it, in place of failing. */
  yields?: boolean | undefined;
}

/** Fails as `isOwnEmailTaken` and `isSignInEmailTaken` recognise, or breaks a foreign key when the user is gone. */
export function insertChannel(db: Database, channel: Omit<ContactChannel, "isProvenByMailAlone">) {
  return db.insert(contactChannels).values(channel);
}

/** Changes a channel. Fails as `insertChannel` does. */
export function updateChannel(db: Database, channel: ChannelKey, changes: ChannelChanges): Statement {
  const { isVerified, ...others } = changes;
  return db
    .update(contactChannels)
    .set({ ...others, ...verifiedAs(isVerified) })
    .where(isChannel(channel));
}

/** Leaves the user without a primary address, unless it is the given channel's. */
export function demotePrimary(db: Database, { channelId, ...user }: UserKey & { channelId?: string }): Statement {
  return db
    .update(contactChannels)
    .set({ isPrimary: false })
    .where(and(isPrimaryOf(user), channelId ? ne(contactChannels.id, channelId) : undefined));
}

/**
 * Marks an address of the user's verified. It returns nothing when the user no longer has it, or has given it up and
 * taken it again. The same goes where another user signs in with it whom the proof does not take it from, and for a suspended user.
 *
 * @param proof.isByHolder whether it is the user who verifies it, and not just anyone who reads its email
 */
export function markVerified(
  db: Database,
  project: Project,
  { value, since, isByHolder, userId }: { userId: string; value: string; since: number; isByHolder: boolean },
) {
  return db
    .update(contactChannels)
    .set({
      isVerified: true,
      isProvenByMailAlone: isByHolder
        ? false
        : sql`case when ${contactChannels.isVerified} then ${contactChannels.isProvenByMailAlone} else 1 end`,
    })
    .where(isVerifiable(db, project, { userId, value, since }))
    .returning({ id: contactChannels.id });
}

/** Finds the channel that `markVerified` would change. */
export function selectVerifiable(db: Database, project: Project, link: Parameters<typeof isVerifiable>[2]) {
  return db
    .select({ id: contactChannels.id })
    .from(contactChannels)
    .where(isVerifiable(db, project, link));
}

/** Tells whether a channel is the one that `markVerified` changes. */
function isVerifiable(
  db: Database,
  project: Project,
  { value, since, userId }: { userId: string; value: string; since: number },
) {
  const user = { projectId: project.id, userId };
  const held = alias(contactChannels, "held");
  const newOwner = db
    .select({ id: held.id })
    .from(held)
    .where(
      and(
        eq(held.projectId, user.projectId),
        eq(held.type, "email"),
        eq(held.value, value),
        ne(held.userId, user.userId),
        // Spelled out, because a bound value would keep SQLite from the partial index.
        sql`${held.usedForAuth} = 1`,
        isKept(held, project),
        gt(held.createdAt, since),
      ),
    );
  return and(
    isEmailOf(user),
    eq(contactChannels.value, value),
    lte(contactChannels.createdAt, since),
    notExists(newOwner),
    notExists(db.select({ id: users.id }).from(users).where(isSuspended(user))),
  );
}

function isSuspended({ projectId, userId }: UserKey) {
  return and(rowIs(users, { projectId, id: userId }), isNotNull(users.suspendedAt));
}

/**
 * Holds while `markVerified` would prove an address for the first time, and with it the account. The primary address does so, since a
 * reset leads in by it without a proof. An address that the user had before any proven one does so too.
 */
export function provesAccount(db: Database, project: Project, link: Parameters<typeof isVerifiable>[2]): Condition {
  const { isVerified, isPrimary, usedForAuth, createdAt } = contactChannels;
  const older = alias(contactChannels, "older");
  const isOlder = and(
    rowIs(older, { projectId: project.id, userId: link.userId, isVerified: true }),
    lt(older.createdAt, createdAt),
  );
  const isResettable = and(eq(isPrimary, true), eq(usedForAuth, true));
  const isAccounts = or(isResettable, notExists(db.select({ id: older.id }).from(older).where(isOlder)));
  return exists(
    db
      .select({ one: sql`1` })
      .from(contactChannels)
      .where(and(isVerifiable(db, project, link), eq(isVerified, false), isAccounts)),
  );
}

/** Deletes the addresses of a user that were never verified, except one value, if any. */
export function deleteUnverifiedEmails(
  db: Database,
  { except, ...user }: UserKey & { except: string | null },
): Statement {
  const others = except === null ? undefined : ne(contactChannels.value, except);
  return db.delete(contactChannels).where(and(isEmailOf(user), eq(contactChannels.isVerified, false), others));
}

/** Stops sign-in by all of a user's addresses. It comes before `changePrimaryEmail`, which may allow it for one. */
export function endSignInByEmail(db: Database, user: UserKey): Statement {
  return db.update(contactChannels).set({ usedForAuth: false }).where(isEmailOf(user));
}

export function deleteChannel(db: Database, channel: ChannelKey) {
  return db.delete(contactChannels).where(isChannel(channel)).returning({ id: contactChannels.id });
}

/**
 * Changes the primary address, whatever the channels are when the statements run. A channel of the user that holds the
 * new address already becomes the primary one. Else the primary channel takes the new address, or one is made. It fails
 * as `isSignInEmailTaken` recognises.
 */
export function changePrimaryEmail(db: Database, user: UserKey, change: PrimaryEmailChange): Statement[] {
  const { email, isVerified, usedForAuth, yields } = change;
  const setFlags = () =>
    db
      .update(contactChannels)
      .set({ ...verifiedAs(isVerified), usedForAuth })
      .where(isPrimaryOf(user));
  if (email === null) return [db.delete(contactChannels).where(isPrimaryOf(user))];
  return [
    ...(email === undefined ? [] : setPrimaryEmail(db, user, { email, isVerified, usedForAuth, yields })),
    ...(isVerified === undefined && usedForAuth === undefined ? [] : [setFlags()]),
  ];
}

function setPrimaryEmail(
  db: Database,
  user: UserKey,
  { email, isVerified, usedForAuth, yields = false }: PrimaryEmailChange & { email: string },
): Statement[] {
  const held = alias(contactChannels, "held");
  const isHeld = exists(
    db
      .select({ one: sql`1` })
      .from(held)
      // Spelled out, because a bound value would keep SQLite from the partial index.
      .where(
        and(rowIs(held, { projectId: user.projectId, type: "email", value: email }), sql`${held.usedForAuth} = 1`),
      ),
  );
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
      .set({
        value: email,
        ...verifiedAs(isVerified ?? false),
        usedForAuth: yields ? sql`${contactChannels.usedForAuth} and not ${isHeld}` : usedForAuth,
      })
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

/** Tells whether a write failed because an address that it uses for sign-in is used so already. */
export function isSignInEmailTaken(error: unknown): boolean {
  return violatesUnique(error, "contact_channels.project_id, contact_channels.type, contact_channels.value");
}

/** Tells whether a write failed because the user has a channel with the value already. */
export function isOwnEmailTaken(error: unknown): boolean {
  return violatesUnique(
    error,
    "contact_channels.project_id, contact_channels.user_id, contact_channels.type, contact_channels.value",
  );
}
