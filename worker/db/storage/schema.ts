// These tables count what projects store, in bytes and rows. Triggers of each counted table write them, in the transaction of each
// change. The triggers end a statement that would store more than the project's quota. They are in `drizzle/*_storage_of_*.sql`.
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Fullness } from "../../platform/tight-databases";
import { projects } from "../projects/schema";

const count = () => integer().notNull().default(0);

/** A row for each project that is in this database. A column for each kind of record, so that an owner sees what to delete. */
export const projectStorage = sqliteTable("project_storage", {
  projectId: text()
    .primaryKey()
    .references(() => projects.projectId, { onDelete: "cascade" }),
  rows: count(),
  userBytes: count(),
  signInBytes: count(),
  teamBytes: count(),
  emailBytes: count(),
  webhookBytes: count(),
  paymentBytes: count(),
  auditBytes: count(),
  settingBytes: count(),
  /** A part of `settingBytes`: what values of data vaults take in KV, and their rows here. */
  vaultBytes: count(),
  bytes: integer()
    .notNull()
    .generatedAlwaysAs(
      sql`(user_bytes + sign_in_bytes + team_bytes + email_bytes + webhook_bytes + payment_bytes + audit_bytes + setting_bytes)`,
    ),
  /**
   * Counts what changes of users, teams, values and drafts have freed while the project stored more than twice its
   * quota. What they have added is subtracted, and the events that recorded them. Such changes go on by it, as one that
   * frees more than its events take is none to refuse.
   */
  freedBytes: count(),
  /** Deliveries that events in the outbox are still to bring. */
  waitingDeliveries: count(),
  /** The project's own quota; null for that of the instance. */
  maxBytes: integer(),
  maxRows: integer(),
  /** Says when the owners were told that little is left; null until then, and again once there is enough. */
  warnedAt: integer(),
});

/**
 * This one row is the quota of projects that have none of their own. A task keeps it as the environment has it, and lower while the
 * database is tight.
 */
export const storageQuota = sqliteTable("storage_quota", {
  id: integer().primaryKey(),
  maxBytes: integer().notNull(),
  maxRows: integer().notNull(),
  /** Holds what the environment has: of images, which are in KV, and of which owners are told that little is left. */
  configuredBytes: integer().notNull().default(0),
  fullness: text().$type<Fullness>().notNull().default("roomy"),
  /** Says when projects of which little is left were last looked for. */
  lookedAt: integer().notNull().default(0),
});

/**
 * Counts what the images that a project uses take in KV, and 400 bytes for each: a row for each project, in the first
 * database. Triggers of the uses write it, and end a statement that would take more than the quota.
 */
export const imageStorage = sqliteTable("image_storage", {
  projectId: text().primaryKey(),
  bytes: integer().notNull().default(0),
  /** The project's own quota; null for that of the instance. */
  maxBytes: integer(),
});
