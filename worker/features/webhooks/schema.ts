import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";
import type { EventType } from "./events";

/** What has happened in a project and is to be told to its webhooks: written in the batch of the change itself. */
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
