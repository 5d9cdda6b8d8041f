import { and, eq, exists, getTableColumns, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Condition, type Database, ifFewer, rowIs } from "../../../platform/database";
import type { UserIn, UserKey } from "../../keys";
import { mailboxIn } from "../../mailbox";
import { placeIn } from "../../oldest-first";
import type { Project } from "../../projects/project";
import { contactChannels, oauthLinks, users } from "../schema";

export type ContactChannel = typeof contactChannels.$inferSelect;

const listed = { ...getTableColumns(contactChannels), place: placeIn(contactChannels) };

export interface ChannelKey extends UserKey {
  channelId: string;
}

/** Tells whether a channel is an address of the user's. */
export function isEmailOf({ projectId, userId }: UserIn) {
  return rowIs(contactChannels, { projectId, userId, type: "email" });
}

/** Tells whether a channel is the user's primary address. Spelled out, because a bound value would miss the partial index. */
export function isPrimaryOf(user: UserKey) {
  return and(isEmailOf(user), sql`${contactChannels.isPrimary} = 1`);
}

/**
 * Tells whether an address is its user's by a proof, or the one that they go by. Any other reserves nothing: who only
 * typed it in must not keep its owner out.
 */
export function isReserved({
  isVerified,
  isPrimary,
}: Pick<Record<keyof ContactChannel, SQLWrapper>, "isVerified" | "isPrimary">) {
  return sql`(${isVerified} = 1 or ${isPrimary} = 1)`;
}

/**
 * Tells whether an address stays its user's when another user proves it. A verified one does. So does one by which a reset of the
 * password gets its owner into an account that looks as if it was made with it. `byProof` says the same of one user.
 */
export function isKept(
  channel: Pick<
    Record<keyof ContactChannel, SQLWrapper>,
    "projectId" | "userId" | "value" | "isVerified" | "isPrimary"
  >,
  { config }: Pick<Project, "config">,
) {
  const isVerified = sql`${channel.isVerified} = 1`;
  if (!config.auth.password.allowSignIn) return isVerified;
  const link = sql`select 1 from ${oauthLinks} where ${rowIs(oauthLinks, { projectId: channel.projectId, userId: channel.userId, allowSignIn: true })}`;
  const madeWithout = sql`select 1 from ${users} where ${and(rowIs(users, { projectId: channel.projectId, id: channel.userId }), sql`(${users.isAnonymous} or ${users.suspendedAt} is not null or (not ${users.hasPassword} and (${users.passkeyAuthEnabled} or exists (${link}))))`)}`;
  return sql`(${isVerified} or (${channel.isPrimary} = 1 and not ${hasOtherEmail(channel)} and not exists (${madeWithout})))`;
}

/** Tells whether the user of an address signs in with another one, too. */
export function hasOtherEmail({
  projectId,
  userId,
  value,
}: Pick<Record<keyof ContactChannel, SQLWrapper>, "projectId" | "userId" | "value">) {
  const other = alias(contactChannels, "other");
  return sql`exists (select 1 from ${contactChannels} ${sql.identifier("other")} where ${and(rowIs(other, { projectId, userId, type: "email" }), ne(other.value, value), eq(other.usedForAuth, true))})`;
}

/** Tells whether a channel is an address, in normal form, that the user has proven. */
export function isVerifiedEmail({ value, ...user }: UserKey & { value: string | SQL }) {
  return and(isEmailOf(user), eq(contactChannels.value, value), eq(contactChannels.isVerified, true));
}

/** That a user signs in with an address that they have reserved, and which is proven as said, as a condition of other statements. */
export function isSignInEmail(
  db: Database,
  {
    value,
    isVerified,
    isProvenByMailAlone,
    ...user
  }: UserKey & Pick<ContactChannel, "value" | "isVerified" | "isProvenByMailAlone">,
): Condition {
  return exists(
    db
      .select({ id: contactChannels.id })
      .from(contactChannels)
      .where(
        and(
          isEmailOf(user),
          eq(contactChannels.value, value),
          eq(contactChannels.usedForAuth, true),
          isReserved(contactChannels),
          eq(contactChannels.isVerified, isVerified),
          eq(contactChannels.isProvenByMailAlone, isProvenByMailAlone),
        ),
      ),
  );
}

export function isChannel({ projectId, userId, channelId }: ChannelKey) {
  return rowIs(contactChannels, { projectId, id: channelId, userId });
}

export function isVerifiedChannel(channel: ChannelKey) {
  return and(isChannel(channel), eq(contactChannels.isVerified, true));
}

/** A user's channels, for `oldestFirst`, or the one of them that is named. */
export function selectChannels(
  db: Database,
  { projectId, userId, channelId }: UserIn & { channelId?: string | undefined },
) {
  return db
    .select(listed)
    .from(contactChannels)
    .where(
      and(rowIs(contactChannels, { projectId, userId }), channelId ? eq(contactChannels.id, channelId) : undefined),
    );
}

/** Some of the project's channels, for `oldestFirst`, or the one of them that is named. */
export function selectProjectChannels(
  db: Database,
  { projectId, channelId, limit }: { projectId: string; channelId?: string | undefined; limit: number },
) {
  return db
    .select(listed)
    .from(contactChannels)
    .where(and(eq(contactChannels.projectId, projectId), channelId ? eq(contactChannels.id, channelId) : undefined))
    .limit(limit);
}

export function selectChannel(db: Database, channel: ChannelKey) {
  return db.select().from(contactChannels).where(isChannel(channel));
}

/** The addresses of a user, in normal form. */
export function selectEmails(db: Database, user: UserIn) {
  return db.select({ value: contactChannels.value }).from(contactChannels).where(isEmailOf(user));
}

/** The mailboxes of a user's addresses. */
export function selectMailboxes(db: Database, user: UserIn) {
  return db
    .select({ value: mailboxIn(contactChannels.value).as("mailbox") })
    .from(contactChannels)
    .where(isEmailOf(user));
}

/** More than a person signs in with. */
const maxSignInEmails = 20;

/** The first addresses that a user signs in with, in normal form. */
export function selectSignInEmails(db: Database, user: UserIn) {
  return db
    .select({ value: contactChannels.value })
    .from(contactChannels)
    .where(and(isEmailOf(user), eq(contactChannels.usedForAuth, true)))
    .limit(maxSignInEmails);
}

/**
 * Reads whether a user has proven that an address is theirs: a row, or nothing.
 *
 * @param user.email a subselect of the address, in any case of letters
 */
export function selectVerifiedEmail(db: Database, { email, ...user }: UserKey & { email: SQL }) {
  return db
    .select({ id: contactChannels.id })
    .from(contactChannels)
    .where(isVerifiedEmail({ ...user, value: sql`lower(${email})` }));
}

/**
 * The addresses that a user has proven to be theirs with their session, in normal form. Whoever reads an email may prove an address
 * of somebody else's account, which proves nothing of who is in that account.
 */
export function selectOwnEmails(db: Database, user: UserIn) {
  return db
    .select({ value: contactChannels.value })
    .from(contactChannels)
    .where(and(isEmailOf(user), eq(contactChannels.isVerified, true), eq(contactChannels.isProvenByMailAlone, false)));
}

/** That a user has fewer channels than so many, as a condition of the statement that adds one. */
export function fewerChannels(db: Database, { projectId, userId }: UserKey, max: number): Condition {
  const ofUser = db.select({ one: sql`1` }).from(contactChannels).where(rowIs(contactChannels, { projectId, userId }));
  return ifFewer(ofUser, max);
}

/** The same for a primary address, which most often takes the place of another or is a channel already. */
export function roomForPrimary(db: Database, { value, ...user }: UserKey & { value: string }, max: number): Condition {
  const takesPlace = db
    .select({ one: sql`1` })
    .from(contactChannels)
    .where(and(isEmailOf(user), or(sql`${contactChannels.isPrimary} = 1`, eq(contactChannels.value, value))));
  return sql`(${exists(takesPlace)} or ${fewerChannels(db, user, max)})`;
}

/** That a channel is there, as a condition of another record's statement. */
export function channelExists(db: Database, channel: ChannelKey): Condition {
  return exists(selectChannel(db, channel));
}

/** The user's channel with a value, under a name of its own so that it can be part of a change of other channels. */
export function selectChannelByValue(db: Database, { projectId, userId, value }: UserKey & { value: string }) {
  const held = alias(contactChannels, "held");
  return db
    .select({ heldId: held.id })
    .from(held)
    .where(rowIs(held, { projectId, userId, type: "email", value }));
}

/** Joins the addresses of a user: `.innerJoin(...channelsOf(memberships.projectId, memberships.userId))`. */
export const channelsOf = (projectId: string | SQLWrapper, userId: string | SQLWrapper) =>
  [contactChannels, rowIs(contactChannels, { projectId, userId })] as const;
