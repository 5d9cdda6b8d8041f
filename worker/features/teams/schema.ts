import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";
import { users } from "../users/users/schema";

export const teams = sqliteTable(
  "teams",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    displayName: text().notNull(),
    profileImageUrl: text(),
    clientMetadata: text({ mode: "json" }).$type<Json>(),
    clientReadOnlyMetadata: text({ mode: "json" }).$type<Json>(),
    serverMetadata: text({ mode: "json" }).$type<Json>(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("teams_in_order").on(table.projectId, table.createdAt, table.id),
  ],
);

/** Who is in which team, with the name and image that a member shows there instead of the user's own. */
export const teamMemberships = sqliteTable(
  "team_memberships",
  {
    projectId: text().notNull(),
    teamId: text().notNull(),
    userId: text().notNull(),
    /** The user's place in the order of sign-up, so that a team's users are paged in it by an index. */
    userOrdinal: integer().notNull(),
    displayName: text(),
    profileImageUrl: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.teamId, table.userId] }),
    foreignKey({ columns: [table.projectId, table.teamId], foreignColumns: [teams.projectId, teams.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    index("team_memberships_in_order").on(table.projectId, table.createdAt),
    // With the team, because SQLite would rather read all memberships of a project in an index that has it.
    index("team_memberships_of_user").on(table.projectId, table.userId, table.createdAt, table.teamId),
    index("team_memberships_of_team").on(table.projectId, table.teamId, table.createdAt),
    index("team_memberships_by_sign_up").on(table.projectId, table.teamId, table.userOrdinal),
  ],
);
