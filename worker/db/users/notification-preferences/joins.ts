import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { notificationPreferences } from "./schema";

/** The ids of the categories of which a joined user wants no emails. */
export function refusedCategoriesOf(projectId: SQLWrapper, userId: SQLWrapper) {
  const isRefused = and(
    eq(notificationPreferences.projectId, projectId),
    eq(notificationPreferences.userId, userId),
    eq(notificationPreferences.enabled, false),
  );
  return sql`(
    select json_group_array(${notificationPreferences.categoryId}) from ${notificationPreferences} where ${isRefused}
  )`.mapWith((text: string): string[] => JSON.parse(text));
}
