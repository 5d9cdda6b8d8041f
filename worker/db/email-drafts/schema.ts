import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ofProject } from "../projects/schema";

/** Emails that owners write before they send them. */
export const emailDrafts = sqliteTable(
  "email_drafts",
  {
    projectId: ofProject(),
    id: text().notNull(),
    displayName: text().notNull(),
    /** JSON: the id of a theme, or `false` for none. Null stands for the project's active theme. */
    themeId: text({ mode: "json" }).$type<string | false>(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Says when the draft was last sent. */
    sentAt: integer(),
    /** The length of the source, whose row SQLite need not read for it. */
    sourceBytes: integer().notNull(),
    tsxSource: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    // Listed with the latest first, which SQLite does by walking this backwards.
    index("email_drafts_by_update").on(table.projectId, table.updatedAt, table.id),
  ],
);
