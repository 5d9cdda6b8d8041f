import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";
import { sealIn } from "../sealed-rows";
import type { EventType } from "./event-types";

const projectId = () =>
  text()
    .notNull()
    .references(() => projects.projectId, { onDelete: "cascade" });

/** Holds what has happened in a project and is to be sent to its webhooks: written in the batch of the change itself. */
export const outbox = sqliteTable(
  "outbox",
  {
    projectId: projectId(),
    id: text().notNull(),
    type: text().$type<EventType>().notNull(),
    data: text({ mode: "json" }).$type<Json>().notNull(),
    createdAt: integer().notNull(),
    /** To how many endpoints it is still to be handed, in the project's turn; 0 once it was, or where there are few. */
    waitingDeliveries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("outbox_in_order").on(table.projectId, table.createdAt),
    index("outbox_waiting").on(table.projectId, table.createdAt).where(sql`waiting_deliveries > 0`),
    index("outbox_by_time").on(table.createdAt),
  ],
);

/** Says where a project's events are sent. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    projectId: projectId(),
    id: text().notNull(),
    url: text().notNull(),
    description: text().notNull(),
    /** The types that are sent; null for all. */
    eventTypes: text({ mode: "json" }).$type<EventType[]>(),
    metadata: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Holds what signs: the secret, and those that it has replaced not long ago. Null where Svix delivers and signs. */
    sealedSecrets: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Null while events are sent. */
    disabledAt: integer(),
    /** Hold when it was disabled before, and enabled again. An event of that time that still waits is not handed to it. */
    lastDisabledAt: integer(),
    lastEnabledAt: integer(),
    /** The first failure since the last success. */
    failingSince: integer(),
    /** Says when there is next something to send; null for never. */
    dueAt: integer(),
    /** Until then one run sends, and no other. */
    leasedUntil: integer().notNull().default(0),
    /** Says when its message in the queue comes to a consumer; null without one. A project has one there. */
    queuedFor: integer(),
    /** Set while the owners are still to be emailed that the endpoint was disabled. */
    noticeDueAt: integer(),
    seal: text().generatedAlwaysAs(sealIn("sealed_secrets")),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("webhook_endpoints_by_due_time").on(table.dueAt).where(sql`due_at is not null`),
    index("webhook_endpoints_by_notice").on(table.noticeDueAt).where(sql`notice_due_at is not null`),
    index("webhook_endpoints_by_seal").on(table.seal),
  ],
);

/**
 * An event for one endpoint. Where the project has few endpoints, a trigger on the outbox writes the row, in the transaction of the
 * change itself. Else a run of the project does.
 */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    projectId: projectId(),
    endpointId: text().notNull(),
    /** The event's id in the outbox. */
    messageId: text().notNull(),
    /** Names what the event is of: events of one object are sent in their order. */
    subject: text().notNull(),
    /** Says when it happened. */
    createdAt: integer().notNull(),
    status: integer().notNull(),
    /** Attempts since it was first, or again, asked for: where it is in the schedule. */
    attempts: integer().notNull().default(0),
    /** Null unless it is pending. */
    nextAttemptAt: integer(),
    /** Is true if an owner has asked for it again: it then waits for no other event. */
    isResent: integer({ mode: "boolean" }).notNull().default(false),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.endpointId, table.messageId] }),
    index("webhook_deliveries_pending")
      .on(table.projectId, table.endpointId, table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    index("webhook_deliveries_in_order")
      .on(table.projectId, table.endpointId, table.subject)
      .where(sql`next_attempt_at is not null`),
    index("webhook_deliveries_tried")
      .on(table.projectId, table.endpointId, table.subject, table.createdAt)
      .where(sql`next_attempt_at is not null and attempts > 0 and not is_resent`),
    index("webhook_deliveries_failed").on(table.projectId, table.endpointId, table.createdAt).where(sql`status = 2`),
    index("webhook_deliveries_by_expiry").on(table.expiresAt),
  ],
);

/** Records what was sent when, and what came back. */
export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    projectId: projectId(),
    /** Begins with the time. */
    id: text().notNull(),
    endpointId: text().notNull(),
    messageId: text().notNull(),
    url: text().notNull(),
    status: integer().notNull(),
    /** 0 where there was no response. */
    responseStatusCode: integer().notNull(),
    /** The beginning of the response, or why there was none. */
    response: text().notNull(),
    responseDurationMs: integer().notNull(),
    isManual: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("webhook_attempts_by_endpoint").on(table.projectId, table.endpointId, table.id),
    index("webhook_attempts_by_message").on(table.projectId, table.messageId, table.id),
    index("webhook_attempts_by_expiry").on(table.expiresAt),
  ],
);
