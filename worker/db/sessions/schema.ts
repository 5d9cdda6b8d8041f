import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EndUserIp } from "../../platform/geo";
import { users } from "../users/schema";

/**
 * A session is its refresh token, of which only the SHA-256 is kept. A session on the hosted pages is the root of those that
 * websites got from it; they end together.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    refreshTokenHash: text().notNull(),
    /** The session of which this one is part; null where it is part of none. No foreign key: it may end without this one. */
    rootSessionId: text(),
    isImpersonation: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer().notNull(),
    lastUsedIp: text({ mode: "json" }).$type<EndUserIp>(),
    /** The header of the browser that last used it. */
    lastUsedUserAgent: text(),
    /** Says when its user last showed a password, passkey or code in it; null where a server vouched for them. */
    authenticatedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    // Unique over all projects, without their id in the index: tokens are random.
    uniqueIndex("sessions_by_token").on(table.refreshTokenHash),
    index("sessions_by_expiry").on(table.expiresAt),
    index("sessions_by_root").on(table.projectId, table.rootSessionId).where(sql`${table.rootSessionId} is not null`),
    index("sessions_of_user").on(table.projectId, table.userId, table.createdAt),
  ],
);
