import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { UserIn } from "../../keys";
import { notificationPreferences } from "./schema";

/** Reads what a user has chosen for the categories, in no order; for most they have chosen nothing. */
export function selectPreferences(db: Database, { projectId, userId }: UserIn) {
  return db
    .select({ categoryId: notificationPreferences.categoryId, enabled: notificationPreferences.enabled })
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.projectId, projectId), eq(notificationPreferences.userId, userId)));
}
