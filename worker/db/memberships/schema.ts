import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { teams } from "../teams/schema";
import { users } from "../users/schema";

/** The members of teams, with the name and image that a member shows there instead of the user's own. */
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
    // With the team, because SQLite would rather read all memberships of a project in an index that has it.
    index("team_memberships_of_user").on(table.projectId, table.userId, table.createdAt, table.teamId),
    index("team_memberships_by_sign_up").on(table.projectId, table.teamId, table.userOrdinal),
  ],
);
