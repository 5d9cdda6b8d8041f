// Counts of a project's users. Triggers on `users` and `oauth_links` write them, in the transaction of each change: they
// are in `drizzle/0002_metrics.sql` and `drizzle/0033_sign_in_counts.sql`, and nothing else may write here. Columns without a prefix count all users.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ofProject, projects } from "../projects/schema";

/** A number for each key that has any. */
type Counts = Record<string, number>;

const counts = () => text({ mode: "json" }).$type<Counts>().notNull().default(sql`'{}'`);
const count = () => integer().notNull().default(0);

/** Holds how many users a project has, by what they are now. Countries and methods are one row, however many there are. */
export const userCounts = sqliteTable("user_counts", {
  projectId: text()
    .primaryKey()
    .references(() => projects.projectId, { onDelete: "cascade" }),
  users: count(),
  anonymousUsers: count(),
  countries: counts(),
  anonymousCountries: counts(),
  loginMethods: counts(),
  /** Those whom an emailed code signs in: who have chosen codes, or have a verified address for sign-in and codes not switched off. */
  codeUsers: count(),
  /** Those who have no method at all, anonymous users aside. */
  usersWithoutMethod: count(),
});

/** Holds how many users signed up on a UTC day, of those who still exist, and how many were active on it. */
export const dailyUserCounts = sqliteTable(
  "daily_user_counts",
  {
    projectId: ofProject(),
    /** Counted from 1970-01-01. */
    day: integer().notNull(),
    signUps: count(),
    anonymousSignUps: count(),
    activeUsers: count(),
    activeAnonymousUsers: count(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.day] }), index("daily_user_counts_by_day").on(table.day)],
);
