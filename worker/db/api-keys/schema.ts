import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { teams } from "../teams/schema";
import { users } from "../users/schema";

/**
 * This table holds the API keys that users and teams give to their programs. A key belongs to a user or a team, and is deleted with it.
 * A team's key is also deleted with the user who made it. A key is stored as SHA-256 and shown by its last four characters.
 */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    type: text({ enum: ["user", "team"] }).notNull(),
    /** Names the user whose key it is; of a team's, the member who made it and knows its text, null where a server did. */
    userId: text(),
    teamId: text(),
    description: text().notNull(),
    isPublic: integer({ mode: "boolean" }).notNull(),
    hash: text().notNull(),
    lastFour: text().notNull(),
    createdAt: integer().notNull(),
    /** Null for a key that never expires. */
    expiresAt: integer(),
    manuallyRevokedAt: integer(),
    /** The id of the key that was made in its place. */
    replacedBy: text(),
    /** The time of a check, which is written about once an hour. */
    lastUsedAt: integer(),
    /** The network of the visitor whom the checking server named. */
    lastUsedNetwork: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [table.projectId, table.teamId], foreignColumns: [teams.projectId, teams.id] }).onDelete(
      "cascade",
    ),
    // Unique over all projects: the report of a leaked key contains its text and nothing else.
    uniqueIndex("api_keys_by_hash").on(table.hash),
    index("api_keys_of_user").on(table.projectId, table.userId, table.createdAt, table.id),
    index("api_keys_of_team").on(table.projectId, table.teamId, table.createdAt, table.id),
  ],
);
