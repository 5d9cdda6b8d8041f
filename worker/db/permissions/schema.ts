import { foreignKey, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { teamMemberships } from "../memberships/schema";
import { users } from "../users/schema";

/** Permissions granted directly to a member of a team. What they contain follows from the project's definitions. */
export const teamPermissionGrants = sqliteTable(
  "team_permission_grants",
  {
    projectId: text().notNull(),
    teamId: text().notNull(),
    userId: text().notNull(),
    permissionId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.teamId, table.userId, table.permissionId] }),
    foreignKey({
      columns: [table.projectId, table.teamId, table.userId],
      foreignColumns: [teamMemberships.projectId, teamMemberships.teamId, teamMemberships.userId],
    }).onDelete("cascade"),
    index("team_permission_grants_of_user").on(table.projectId, table.userId, table.teamId, table.permissionId),
    index("team_permission_grants_of_permission").on(table.projectId, table.permissionId),
  ],
);

/** Permissions granted directly to a user in the whole project. */
export const projectPermissionGrants = sqliteTable(
  "project_permission_grants",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    permissionId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.permissionId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    index("project_permission_grants_of_permission").on(table.projectId, table.permissionId),
  ],
);
