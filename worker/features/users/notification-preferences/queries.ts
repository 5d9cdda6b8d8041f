import { and, eq } from "drizzle-orm";
import { notificationPreferences } from "../../../db/users/notification-preferences/schema";
import type { Database } from "../../../platform/database";

interface OneUser {
  projectId: string;
  userId: string;
}

/** What a user has said of the categories, in no order; of most they have said nothing. */
export function selectPreferences(db: Database, { projectId, userId }: OneUser) {
  return db
    .select({ categoryId: notificationPreferences.categoryId, enabled: notificationPreferences.enabled })
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.projectId, projectId), eq(notificationPreferences.userId, userId)));
}

/** Stores what a user says of a category. It is refused when there is no such user. */
export function putPreference(db: Database, preference: OneUser & { categoryId: string; enabled: boolean }) {
  const { projectId, userId, categoryId } = notificationPreferences;
  return db
    .insert(notificationPreferences)
    .values(preference)
    .onConflictDoUpdate({ target: [projectId, userId, categoryId], set: { enabled: preference.enabled } });
}
