import { foreignKey, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

/** Says whether a user wants the emails of a category, where they have ever chosen. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    categoryId: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.categoryId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);
