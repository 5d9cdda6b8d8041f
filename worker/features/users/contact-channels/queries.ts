import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { contactChannels } from "../../../db/users/contact-channels/schema";
import { type Database, type Statement, violatesUnique } from "../../../platform/database";

export type ContactChannel = typeof contactChannels.$inferSelect;

/** What can become of a channel; what is undefined stays. */
export type ChannelChanges = Partial<Pick<ContactChannel, "value" | "isVerified" | "usedForAuth" | "isPrimary">>;

export interface OneUser {
  projectId: string;
  userId: string;
}

export interface OneChannel extends OneUser {
  channelId: string;
}

/** Whether a channel is an address of the user's. */
export function isEmailOf({ projectId, userId }: OneUser) {
  return and(
    eq(contactChannels.projectId, projectId),
    eq(contactChannels.userId, userId),
    eq(contactChannels.type, "email"),
  );
}

/** Whether a channel is the user's primary address. Spelled out, because a bound value would miss the partial index. */
export function isPrimaryOf(user: OneUser) {
  return and(isEmailOf(user), sql`${contactChannels.isPrimary} = 1`);
}

function isChannel({ projectId, userId, channelId }: OneChannel) {
  return and(
    eq(contactChannels.projectId, projectId),
    eq(contactChannels.id, channelId),
    eq(contactChannels.userId, userId),
  );
}

/** A user's channels, oldest first, or the one of them that is named. */
export function selectChannels(db: Database, { channelId, ...user }: OneUser & { channelId?: string | undefined }) {
  const { projectId, userId } = user;
  return db
    .select()
    .from(contactChannels)
    .where(
      channelId
        ? isChannel({ ...user, channelId })
        : and(eq(contactChannels.projectId, projectId), eq(contactChannels.userId, userId)),
    )
    .orderBy(asc(contactChannels.createdAt), asc(sql`rowid`));
}

/** The project's channels, oldest first, or the one of them that is named. */
export function selectProjectChannels(
  db: Database,
  { projectId, channelId, limit }: { projectId: string; channelId?: string | undefined; limit: number },
) {
  return db
    .select()
    .from(contactChannels)
    .where(and(eq(contactChannels.projectId, projectId), channelId ? eq(contactChannels.id, channelId) : undefined))
    .orderBy(asc(contactChannels.createdAt), asc(sql`rowid`))
    .limit(limit);
}

export function selectChannel(db: Database, channel: OneChannel) {
  return db.select().from(contactChannels).where(isChannel(channel));
}

/** The user's channel with a value, under a name of its own so that it can stand inside a change of other channels. */
export function selectChannelByValue(db: Database, { projectId, userId, value }: OneUser & { value: string }) {
  const held = alias(contactChannels, "held");
  return db
    .select({ heldId: held.id })
    .from(held)
    .where(and(eq(held.projectId, projectId), eq(held.userId, userId), eq(held.type, "email"), eq(held.value, value)));
}

export function insertChannel(db: Database, channel: ContactChannel) {
  return db.insert(contactChannels).values(channel);
}

export function updateChannel(db: Database, channel: OneChannel, changes: ChannelChanges): Statement {
  return db.update(contactChannels).set(changes).where(isChannel(channel));
}

/** Leaves the user without a primary address, unless it is the given channel's. */
export function demotePrimary(db: Database, { channelId, ...user }: OneUser & { channelId?: string }): Statement {
  return db
    .update(contactChannels)
    .set({ isPrimary: false })
    .where(and(isPrimaryOf(user), channelId ? ne(contactChannels.id, channelId) : undefined));
}

export function removeChannel(db: Database, channel: OneChannel) {
  return db.delete(contactChannels).where(isChannel(channel)).returning({ id: contactChannels.id });
}

/** Marks an address of the user's verified; returns nothing when it is theirs no more. */
export function markVerified(db: Database, { value, ...user }: OneUser & { value: string }) {
  return db
    .update(contactChannels)
    .set({ isVerified: true })
    .where(and(isEmailOf(user), eq(contactChannels.value, value)))
    .returning({ id: contactChannels.id });
}

/** Whether a write failed because an address that it uses for sign-in is used so already. */
export function isSignInEmailTaken(error: unknown): boolean {
  return violatesUnique(error, "contact_channels.project_id, contact_channels.type, contact_channels.value");
}

/** Whether a write failed because the user has a channel with the value already. */
export function isOwnEmailTaken(error: unknown): boolean {
  return violatesUnique(
    error,
    "contact_channels.project_id, contact_channels.user_id, contact_channels.type, contact_channels.value",
  );
}
