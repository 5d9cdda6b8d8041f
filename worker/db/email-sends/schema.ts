import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import type { DeliveryError } from "../emails/schema";
import { ofProject } from "../projects/schema";

/** Says how a recipient stands. `sending` is one whose email is being handed to a server, so that its outcome is not known yet. */
export type RecipientStatus = "queued" | "sending" | "sent" | "skipped" | "failed" | "unknown" | "cancelled";

/** Says why a recipient gets no email, where that is no failure. */
export type SkipReason = "no_address" | "unsubscribed" | "bounced" | "deleted";

/** Says how many recipients stand how, of a send that is over. */
export type RecipientCounts = Partial<Record<RecipientStatus, number>>;

/** Holds what emails are made from, as it was when they were requested. */
export interface SendContent {
  /** The name of the template or draft, for people. */
  sourceId: string | null;
  variables: Record<string, Json>;
  /** The first email that the source made, which may say both itself; absent before, and for HTML. */
  firstMail?: { subject: string; categoryId: string };
}

/** One request to send a bulk email, delivered by runs of which one at a time holds it. */
export const emailSends = sqliteTable(
  "email_sends",
  {
    projectId: ofProject(),
    id: text().notNull(),
    createdAt: integer().notNull(),
    variant: text().$type<"html" | "template" | "draft">().notNull(),
    /** The subject of all emails; null where the template says it. */
    subject: text(),
    categoryId: text().notNull(),
    /** The users are all of the project, up to this place in the order of sign-up; null where they were named. */
    lastOrdinal: integer(),
    /** The place in that order up to which users have become recipients. */
    addressedOrdinal: integer().notNull().default(0),
    /** The run that delivers it now. */
    runId: text(),
    /** Says when the next run is due; while one holds it, when that one is taken for dead. */
    wakeAt: integer().notNull(),
    cancelledAt: integer(),
    finishedAt: integer(),
    /** Written when it is over; before, the recipients are counted. */
    counts: text({ mode: "json" }).$type<RecipientCounts>(),
    content: text({ mode: "json" }).$type<SendContent>().notNull(),
    themeSource: text().notNull(),
    /** The HTML, or the source of the template or draft. */
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("email_sends_in_order").on(table.projectId, table.createdAt, table.id),
    index("email_sends_due").on(table.wakeAt).where(sql`finished_at is null`),
    index("email_sends_by_end").on(table.finishedAt).where(sql`finished_at is not null`),
  ],
);

/** One user to whom a send goes: at most one email each. */
export const emailSendRecipients = sqliteTable(
  "email_send_recipients",
  {
    projectId: text().notNull(),
    sendId: text().notNull(),
    userId: text().notNull(),
    status: text().$type<RecipientStatus>().notNull(),
    attempts: integer().notNull().default(0),
    /** Says when a queued one is due. */
    dueAt: integer().notNull(),
    skipReason: text().$type<SkipReason>(),
    /** Says why the latest attempt failed. */
    error: text({ mode: "json" }).$type<DeliveryError>(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.sendId, table.userId] }),
    foreignKey({
      columns: [table.projectId, table.sendId],
      foreignColumns: [emailSends.projectId, emailSends.id],
    }).onDelete("cascade"),
    index("email_send_recipients_by_status").on(table.projectId, table.sendId, table.status, table.dueAt),
  ],
);

/** Addresses that a mail server has called unknown, to which a project's bulk emails are not sent for a while. */
export const bouncedAddresses = sqliteTable(
  "bounced_addresses",
  {
    projectId: ofProject(),
    /** In normal form. */
    address: text().notNull(),
    serverReply: text().notNull(),
    bouncedAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.address] }),
    index("bounced_addresses_by_expiry").on(table.expiresAt),
  ],
);
