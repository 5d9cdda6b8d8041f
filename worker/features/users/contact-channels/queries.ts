import { type Database, violatesUnique } from "../../../platform/database";
import { contactChannels } from "./schema";

export type ContactChannel = typeof contactChannels.$inferSelect;

export function insertChannel(db: Database, channel: ContactChannel) {
  return db.insert(contactChannels).values(channel);
}

/** Whether a write failed because an address that it uses for sign-in is used so already. */
export function isSignInEmailTaken(error: unknown): boolean {
  return violatesUnique(error, "contact_channels.project_id, contact_channels.type, contact_channels.value");
}
