import { type SQLWrapper, sql } from "drizzle-orm";
import { type Database, rowIs } from "../../platform/database";
import type { UserIn } from "../keys";
import { notificationPreferences } from "./schema";

/** The ids of the categories of which a joined user wants no emails. */
export function refusedCategoriesOf(projectId: SQLWrapper, userId: SQLWrapper) {
  const isRefused = rowIs(notificationPreferences, { projectId, userId, enabled: false });
  return sql`(
    select json_group_array(${notificationPreferences.categoryId}) from ${notificationPreferences} where ${isRefused}
  )`.mapWith((text: string): string[] => JSON.parse(text));
}

/** Reads what a user has chosen for the categories, in no order; for most they have chosen nothing. */
export function selectPreferences(db: Database, { projectId, userId }: UserIn) {
  return db
    .select({ categoryId: notificationPreferences.categoryId, enabled: notificationPreferences.enabled })
    .from(notificationPreferences)
    .where(rowIs(notificationPreferences, { projectId, userId }));
}

/** Stores what a user chooses for a category. It breaks a foreign key when there is no such user. */
export function upsertPreference(db: Database, preference: typeof notificationPreferences.$inferInsert) {
  const { projectId, userId, categoryId } = notificationPreferences;
  return db
    .insert(notificationPreferences)
    .values(preference)
    .onConflictDoUpdate({ target: [projectId, userId, categoryId], set: { enabled: preference.enabled } });
}
