import type { Database } from "../../../platform/database";
import { notificationPreferences } from "./schema";

/** Stores what a user chooses for a category. It breaks a foreign key when there is no such user. */
export function upsertPreference(db: Database, preference: typeof notificationPreferences.$inferInsert) {
  const { projectId, userId, categoryId } = notificationPreferences;
  return db
    .insert(notificationPreferences)
    .values(preference)
    .onConflictDoUpdate({ target: [projectId, userId, categoryId], set: { enabled: preference.enabled } });
}
