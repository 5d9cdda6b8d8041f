import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";

/** One linked account as a list of users shows it. `id` is the provider's id in the project's configuration. */
export interface LinkedAccount {
  id: string;
  account_id: string;
  email: string | null;
}

/**
 * The columns that hold what a request writes, as it comes. Each may be null, and is a field of the wire of the same name in snake case:
 * `features/users/users/shapes/contract.ts` says who reads and writes it.
 */
export const plainColumns = {
  profileImageUrl: text(),
  clientMetadata: text({ mode: "json" }).$type<Json>(),
  clientReadOnlyMetadata: text({ mode: "json" }).$type<Json>(),
  serverMetadata: text({ mode: "json" }).$type<Json>(),
};

/**
 * Holds a user, with everything that a list shows of one. The primary email and its flags, the sign-in methods and the
 * linked accounts are written in the same batch as the rows which they repeat. Triggers keep the counts of
 * `worker/db/metrics` in step with every change.
 */
export const users = sqliteTable(
  "users",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    /** Counts up over the whole database in the order of sign-up: the order of lists, and the row id of the search index. */
    ordinal: integer().notNull(),
    displayName: text(),
    /** The display name in the form that the search index is built from, and that names are ordered by. */
    searchName: text(),
    ...plainColumns,
    isAnonymous: integer({ mode: "boolean" }).notNull().default(false),
    signedUpAt: integer().notNull(),
    lastActiveAt: integer().notNull(),
    selectedTeamId: text(),
    /** Counts up when a credential is replaced or removed: what was begun with an older version does not finish. */
    credentialVersion: integer().notNull().default(0),
    primaryEmail: text(),
    primaryEmailVerified: integer({ mode: "boolean" }).notNull().default(false),
    primaryEmailAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    hasPassword: integer({ mode: "boolean" }).notNull().default(false),
    otpAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    passkeyAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    requiresTotpMfa: integer({ mode: "boolean" }).notNull().default(false),
    oauthProviders: text({ mode: "json" }).$type<LinkedAccount[]>().notNull().default(sql`'[]'`),
    /** The latest UTC day on which an access token was issued, counted from 1970-01-01; null where none ever was. */
    lastActiveDay: integer(),
    /** The country of the latest activity that has one, by ISO 3166-1. */
    lastCountry: text(),
    /** Says since when the user may not sign in; null where they may. Their sessions ended with it. */
    restrictedAt: integer(),
    /** Says why, for those who manage the project. */
    restrictionReason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    uniqueIndex("users_by_ordinal").on(table.ordinal),
    // Unique, because SQLite reads a second row after each that an index which is not unique leads it to.
    uniqueIndex("users_in_order").on(table.projectId, table.ordinal),
    uniqueIndex("known_users_in_order").on(table.projectId, table.ordinal).where(sql`is_anonymous = 0`),
    uniqueIndex("restricted_users_in_order").on(table.projectId, table.ordinal).where(sql`restricted_at is not null`),
    index("users_by_sign_up").on(table.projectId, table.isAnonymous, table.signedUpAt),
    index("users_by_name").on(table.projectId, table.isAnonymous, table.searchName),
    index("active_users_by_activity")
      .on(table.projectId, table.isAnonymous, table.lastActiveAt)
      .where(sql`last_active_day is not null`),
  ],
);
