import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { ofProject } from "../projects/schema";

/** Messages of the assistant's threads, in the form in which the page that shows them stores them. */
export const assistantMessages = sqliteTable(
  "assistant_messages",
  {
    projectId: ofProject(),
    /** The id of the theme, template or draft that the thread is about. */
    threadId: text().notNull(),
    /** From 1 on. */
    ordinal: integer().notNull(),
    /** Bytes of this message and those before it. */
    totalBytes: integer().notNull(),
    createdAt: integer().notNull(),
    message: text({ mode: "json" }).$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.threadId, table.ordinal] })],
);
