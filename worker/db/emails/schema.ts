import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** By which server and under which name a mail went out. Never holds a password. */
export interface SenderConfig {
  type: "shared" | "standard";
  host?: string;
  port?: number;
  username?: string;
  sender_name?: string;
  sender_email?: string;
}

/** Why a mail did not go out, in the shape that the delivery log shows. */
export interface DeliveryError {
  rawError: string;
  errorType: string;
  canRetry: boolean;
  message: string;
}

/** The delivery log: one row for each attempt to send a mail. */
export const sentEmails = sqliteTable(
  "sent_emails",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    to: text({ mode: "json" }).$type<string[]>().notNull(),
    subject: text().notNull(),
    senderConfig: text({ mode: "json" }).$type<SenderConfig>().notNull(),
    /** Null when the server took the mail. */
    error: text({ mode: "json" }).$type<DeliveryError>(),
    sentAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    // The log is read newest first, which SQLite does by walking this backwards.
    index("sent_emails_by_time").on(table.projectId, table.sentAt, table.id),
    index("failed_emails_by_time").on(table.projectId, table.sentAt).where(sql`error is not null`),
  ],
);

/**
 * Projects with mails that failed, of which no digest has been sent: a trigger writes a row with the first failure after a
 * digest.
 */
export const failedEmailDigests = sqliteTable(
  "failed_email_digests",
  {
    projectId: text().primaryKey(),
    /** A day after the first failure. */
    dueAt: integer().notNull(),
  },
  (table) => [index("failed_email_digests_due").on(table.dueAt)],
);
