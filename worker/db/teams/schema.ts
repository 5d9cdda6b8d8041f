import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";

export const teams = sqliteTable(
  "teams",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    displayName: text().notNull(),
    /** The display name in the form that is searched. */
    searchName: text(),
    profileImageUrl: text(),
    clientMetadata: text({ mode: "json" }).$type<Json>(),
    clientReadOnlyMetadata: text({ mode: "json" }).$type<Json>(),
    serverMetadata: text({ mode: "json" }).$type<Json>(),
    createdAt: integer().notNull(),
    /** This user counts as the team's maker, whether or not they are a member still. It is null where a server made the team. */
    creatorUserId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("teams_in_order").on(table.projectId, table.createdAt, table.id),
    index("teams_by_creator").on(table.projectId, table.creatorUserId).where(sql`creator_user_id is not null`),
  ],
);
