import { sql } from "drizzle-orm";
import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

/** An address of a user's. The indexes are the invariants: races are decided by them, not by reads before writes. */
export const contactChannels = sqliteTable(
  "contact_channels",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    type: text({ enum: ["email"] }).notNull(),
    /** In normal form. */
    value: text().notNull(),
    isPrimary: integer({ mode: "boolean" }).notNull(),
    isVerified: integer({ mode: "boolean" }).notNull(),
    /** Who verified it showed that they read its email, and not that they hold the account: another may have set that up. */
    isProvenByMailAlone: integer({ mode: "boolean" }).notNull().default(false),
    usedForAuth: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    // Also that of a user's channels, which are few: they are sorted when they are read.
    uniqueIndex("contact_channels_once_per_user").on(table.projectId, table.userId, table.type, table.value),
    uniqueIndex("contact_channels_one_sign_in")
      .on(table.projectId, table.type, table.value)
      .where(sql`used_for_auth = 1`),
    uniqueIndex("contact_channels_one_primary")
      .on(table.projectId, table.userId, table.type)
      .where(sql`is_primary = 1`),
  ],
);
