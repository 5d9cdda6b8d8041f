import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, violatesUnique } from "../../../platform/database";
import { contactChannels } from "./schema";

export type ContactChannel = typeof contactChannels.$inferSelect;

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

export function insertChannel(db: Database, channel: ContactChannel) {
  return db.insert(contactChannels).values(channel);
}

/** The user's channel with a value, under a name of its own so that it can stand inside a change of other channels. */
export function selectChannelByValue(db: Database, { projectId, userId, value }: OneUser & { value: string }) {
  const held = alias(contactChannels, "held");
  return db
    .select({ heldId: held.id })
    .from(held)
    .where(and(eq(held.projectId, projectId), eq(held.userId, userId), eq(held.type, "email"), eq(held.value, value)));
}

/** Whether a write failed because an address that it uses for sign-in is used so already. */
export function isSignInEmailTaken(error: unknown): boolean {
  return violatesUnique(error, "contact_channels.project_id, contact_channels.type, contact_channels.value");
}
