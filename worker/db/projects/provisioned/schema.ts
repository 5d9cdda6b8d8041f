import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projects } from "../schema";

/** The projects that a client of an integration has made, until a team takes one over. */
export const provisionedProjects = sqliteTable("provisioned_projects", {
  projectId: text()
    .primaryKey()
    .references(() => projects.projectId, { onDelete: "cascade" }),
  /** Of the settings. */
  clientId: text().notNull(),
  createdAt: integer().notNull(),
});
