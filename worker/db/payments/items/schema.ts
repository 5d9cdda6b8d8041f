import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ofProject } from "../../projects/schema";
import type { CustomerType } from "../customer";
import type { LedgerState } from "./ledger-state";

/** Says where a change comes from: a request of the project's backend, a one-time purchase, or its refund. */
export type ChangeSource = "request" | "purchase" | "refund";

/**
 * The ledger of items: one row per change, never changed itself. The changes of one item of one customer are numbered
 * without gaps, and their times never run backwards in that order.
 */
export const itemQuantityChanges = sqliteTable(
  "item_quantity_changes",
  {
    projectId: ofProject(),
    customerType: text().$type<CustomerType>().notNull(),
    customerId: text().notNull(),
    itemId: text().notNull(),
    /** From 1. */
    seq: integer().notNull(),
    id: text().notNull(),
    delta: integer().notNull(),
    createdAt: integer().notNull(),
    /** Null for a change that stays. */
    expiresAt: integer(),
    description: text(),
    source: text().$type<ChangeSource>().notNull(),
    /** The one-time purchase, where the change comes from one. */
    purchaseId: text(),
    /** Holds what the backend named the change by, so that a repeated request makes no second one. */
    idempotencyKey: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.customerType, table.customerId, table.itemId, table.seq] }),
    uniqueIndex("item_quantity_changes_by_idempotency_key")
      .on(table.projectId, table.customerType, table.customerId, table.itemId, table.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    uniqueIndex("item_quantity_changes_by_purchase")
      .on(table.projectId, table.purchaseId, table.itemId, table.source)
      .where(sql`purchase_id is not null`),
    index("item_quantity_changes_in_order")
      .on(table.projectId, table.customerType, table.createdAt, table.id)
      .where(sql`source = 'request'`),
  ],
);

/** The state of a ledger after some of its changes, so that a quantity is read from few rows. */
export const itemCheckpoints = sqliteTable(
  "item_checkpoints",
  {
    projectId: ofProject(),
    customerType: text().$type<CustomerType>().notNull(),
    customerId: text().notNull(),
    itemId: text().notNull(),
    /** The last change in it. */
    seq: integer().notNull(),
    /** The time of that change. */
    at: integer().notNull(),
    state: text({ mode: "json" }).$type<LedgerState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.customerType, table.customerId, table.itemId, table.seq] }),
    // Quantities of the past are computed from the checkpoint before them.
    index("item_checkpoints_by_time").on(
      table.projectId,
      table.customerType,
      table.customerId,
      table.itemId,
      table.at,
      table.seq,
    ),
  ],
);
