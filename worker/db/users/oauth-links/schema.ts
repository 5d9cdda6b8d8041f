import { sql } from "drizzle-orm";
import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

/** An account at an OAuth provider that belongs to a user. */
export const oauthLinks = sqliteTable(
  "oauth_links",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    providerConfigId: text().notNull(),
    accountId: text().notNull(),
    email: text(),
    allowSignIn: integer({ mode: "boolean" }).notNull(),
    allowConnectedAccounts: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    // Also that of a user's links, which are few: they are sorted when they are read.
    uniqueIndex("oauth_links_once_per_user").on(table.projectId, table.userId, table.providerConfigId, table.accountId),
    uniqueIndex("oauth_links_one_sign_in")
      .on(table.projectId, table.providerConfigId, table.accountId)
      .where(sql`allow_sign_in = 1`),
  ],
);
