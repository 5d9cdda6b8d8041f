import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Says by which server and under which name an email went out. Never holds a password. */
export interface SenderConfig {
  type: "shared" | "standard";
  host?: string;
  port?: number;
  username?: string;
  sender_name?: string;
  sender_email?: string;
}

/** Says why an email did not go out, in the shape that the delivery log shows. */
export interface DeliveryError {
  rawError: string;
  errorType: string;
  canRetry: boolean;
  message: string;
}

/** Says what an email is: a test of a server, one of a bulk email, or one that the system sends. */
export type EmailKind = "test" | "send" | SystemEmailKind;

/** The templates of the emails that the system sends. */
export type SystemEmailKind =
  | "email_verification"
  | "password_reset"
  | "magic_link"
  | "reauthentication"
  | "team_invitation"
  | "sign_in_invitation"
  | "api_key_revoked"
  | "security_notice"
  | "password_guessed"
  | "codes_off"
  | "webhook_disabled"
  | "failed_emails"
  | "storage_nearly_full";

/**
 * Says when a row of the delivery log has been kept for long enough, exactly as its index does. The expression has no comma, at which
 * drizzle-kit would end the column of the index.
 */
export const emailsKeptUntil = sql<number>`sent_at + case when kept_days is null then 30 else kept_days end * 86400000`;

/** The delivery log: one row for each attempt to send an email. */
export const sentEmails = sqliteTable(
  "sent_emails",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    to: text({ mode: "json" }).$type<string[]>().notNull(),
    subject: text().notNull(),
    senderConfig: text({ mode: "json" }).$type<SenderConfig>().notNull(),
    /** Null when the server took the email. */
    error: text({ mode: "json" }).$type<DeliveryError>(),
    sentAt: integer().notNull(),
    /** Null where the attempt was logged before kinds were. */
    kind: text().$type<EmailKind>(),
    /** The send that the email is of, and the user it was made for; what it said is made again from them. */
    sendId: text(),
    userId: text(),
    /** Says for how many days the row is kept; null where it was written before there was a choice. */
    keptDays: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("sent_emails_by_expiry").on(emailsKeptUntil),
    // The log is read newest first, which SQLite does by walking this backwards.
    index("sent_emails_by_time").on(table.projectId, table.sentAt, table.id),
    index("failed_emails_by_time").on(table.projectId, table.sentAt, table.id).where(sql`error is not null`),
    index("sent_emails_by_kind").on(table.projectId, table.kind, table.sentAt, table.id),
    index("sent_emails_by_recipient").on(table.projectId, sql`lower("to" ->> '$[0]')`, table.sentAt, table.id),
  ],
);

/**
 * Projects with emails that failed, of which no digest has been sent: a trigger writes a row with the first failure after a
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
