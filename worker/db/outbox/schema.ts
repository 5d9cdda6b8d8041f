import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";

/** The events that webhooks report. The data of each is an object on the wire, as the API shows it to servers. */
export type EventType =
  | "user.created"
  | "user.updated"
  | "user.deleted"
  | "team.created"
  | "team.updated"
  | "team.deleted"
  | "team_membership.created"
  | "team_membership.deleted"
  | "team_permission.created"
  | "team_permission.deleted"
  | "project_permission.created"
  | "project_permission.deleted";

/** What has happened in a project and is to be sent to its webhooks: written in the batch of the change itself. */
export const outbox = sqliteTable(
  "outbox",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    type: text().$type<EventType>().notNull(),
    data: text({ mode: "json" }).$type<Json>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("outbox_in_order").on(table.projectId, table.createdAt),
  ],
);
