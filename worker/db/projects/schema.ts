import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A project. Its settings are all in the configuration override; secrets inside that are sealed. */
export const projects = sqliteTable(
  "projects",
  {
    projectId: text().primaryKey(),
    displayName: text().notNull(),
    description: text().notNull().default(""),
    logoUrl: text(),
    fullLogoUrl: text(),
    isProductionMode: integer({ mode: "boolean" }).notNull().default(false),
    /** A team of the internal project, whose members are this project's owners. */
    ownerTeamId: text(),
    /** JSON, left as text: it is the version by which its rendered configuration is kept. */
    configOverride: text().notNull().default(sql`'{}'`),
    /** The seal of the secrets in the override, under one root secret all of them; null where it has none. */
    configSeal: text(),
    /** Says what the project has of the instance in a window, as its operator has set it; null for what all have. */
    hashSeconds: integer(),
    renderings: integer(),
    emails: integer(),
    createdAt: integer().notNull(),
    /** Set while its rows are being deleted: it exists for nothing else any more. */
    deletedAt: integer(),
    /**
     * The shard that the project is in; null in that shard itself. The first database has a row of every project, with the team
     * that owns it; so does a shard that a project has left. What else such a row holds means nothing.
     */
    shard: integer(),
  },
  (table) => [
    index("projects_of_team").on(table.ownerTeamId, table.createdAt, table.projectId),
    index("projects_by_deletion").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index("projects_by_config_seal").on(table.configSeal).where(sql`${table.configSeal} is not null`),
  ],
);

/** The column of the project whose row it is, and with which it is deleted. It begins the primary key. */
export function ofProject() {
  return text()
    .notNull()
    .references(() => projects.projectId, { onDelete: "cascade" });
}

/** The projects that a client of an integration has made, until a team takes one over. */
export const provisionedProjects = sqliteTable("provisioned_projects", {
  projectId: text()
    .primaryKey()
    .references(() => projects.projectId, { onDelete: "cascade" }),
  /** Of the settings. */
  clientId: text().notNull(),
  createdAt: integer().notNull(),
});
