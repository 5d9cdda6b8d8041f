import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EndUserIp } from "../../platform/geo";
import { users } from "../users/schema";

/** A session is its refresh token, of which only the SHA-256 is kept. */
export const sessions = sqliteTable(
  "sessions",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    refreshTokenHash: text().notNull(),
    isImpersonation: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer().notNull(),
    lastUsedIp: text({ mode: "json" }).$type<EndUserIp>(),
    /** The header of the browser that last used it. */
    lastUsedUserAgent: text(),
    /** When its user last showed a password, passkey or code in it; null where a server vouched for them. */
    authenticatedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("sessions_by_refresh_token").on(table.projectId, table.refreshTokenHash),
    index("sessions_by_expiry").on(table.expiresAt),
    index("sessions_of_user").on(table.projectId, table.userId, table.createdAt),
  ],
);
