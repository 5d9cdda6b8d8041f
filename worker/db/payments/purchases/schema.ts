import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OfferConfig } from "../../../config";
import { ofProject } from "../../projects/schema";
import type { CustomerType } from "../customer";

/** As the provider has them. */
export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "canceled"
  | "paused"
  | "incomplete"
  | "incomplete_expired"
  | "past_due"
  | "unpaid";

/** Holds what the customer bought, as the configuration had it then. */
const bought = {
  customerType: text().$type<CustomerType>().notNull(),
  customerId: text().notNull(),
  /** Null for an offer that the backend gave inline. */
  offerId: text(),
  offer: text({ mode: "json" }).$type<OfferConfig>().notNull(),
  /** Null where the provider's price is none of the offer's. */
  priceId: text(),
  /** Units, from 1. */
  quantity: integer().notNull(),
  createdAt: integer().notNull(),
  /** A purchase in test mode, for which no money moved. */
  isTest: integer({ mode: "boolean" }).notNull(),
  /** The event by which the provider last changed the row. */
  stripeEventId: text(),
};

/**
 * A row is the time that a customer spends on one offer. A subscription that is switched to another offer ends as this row, and goes on
 * as a new one.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    projectId: ofProject(),
    id: text().notNull(),
    ...bought,
    status: text().$type<SubscriptionStatus>().notNull(),
    currentPeriodStart: integer().notNull(),
    /** Null for a period without an end. */
    currentPeriodEnd: integer(),
    cancelsAtPeriodEnd: integer({ mode: "boolean" }).notNull(),
    /**
     * Says since when it gives no rights; null as long as it is active or trialing. One that never became active ended when
     * it was created.
     */
    endedAt: integer(),
    /** The row in which it goes on after a switch. */
    replacedBy: text(),
    /** Null in test mode. */
    stripeSubscriptionId: text(),
    /** Says when the provider was asked for what is here: an older response does not replace a newer one. */
    syncedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("subscriptions_of_customer").on(table.projectId, table.customerType, table.customerId, table.createdAt),
    index("subscriptions_in_order").on(table.projectId, table.customerType, table.createdAt, table.id),
    // Few among many: a list of them must not read all others.
    index("test_subscriptions_in_order")
      .on(table.projectId, table.customerType, table.createdAt, table.id)
      .where(sql`is_test = 1`),
    uniqueIndex("subscriptions_by_stripe_id")
      .on(table.projectId, table.stripeSubscriptionId)
      .where(sql`stripe_subscription_id is not null and replaced_by is null`),
  ],
);

/** One-time purchases. What they include is in the ledger of items. */
export const oneTimePurchases = sqliteTable(
  "one_time_purchases",
  {
    projectId: ofProject(),
    id: text().notNull(),
    ...bought,
    refundedAt: integer(),
    /** Null in test mode. */
    stripePaymentIntentId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("one_time_purchases_of_customer").on(table.projectId, table.customerType, table.customerId, table.createdAt),
    index("one_time_purchases_in_order").on(table.projectId, table.customerType, table.createdAt, table.id),
    index("test_one_time_purchases_in_order")
      .on(table.projectId, table.customerType, table.createdAt, table.id)
      .where(sql`is_test = 1`),
    uniqueIndex("one_time_purchases_by_payment_intent")
      .on(table.projectId, table.stripePaymentIntentId)
      .where(sql`stripe_payment_intent_id is not null`),
  ],
);

/**
 * Holds what is being paid at the provider: the offer as it was when the payment began, until the provider reports the end of it.
 * Its id is that of the subscription or the purchase that it becomes.
 */
export const startedPurchases = sqliteTable(
  "started_purchases",
  {
    projectId: ofProject(),
    id: text().notNull(),
    customerType: text().$type<CustomerType>().notNull(),
    customerId: text().notNull(),
    offerId: text(),
    offer: text({ mode: "json" }).$type<OfferConfig>().notNull(),
    priceId: text().notNull(),
    quantity: integer().notNull(),
    /** The payment or the subscription at the provider; null before it is made, and for one that is switched in place. */
    stripeId: text(),
    /** A later purchase of the customer, beside which this one cannot be held, and must not be paid. */
    supersededBy: text(),
    /** The offers of which the customer's subscriptions end once this is paid; null after that, and where there are none. */
    replaces: text({ mode: "json" }).$type<readonly string[]>(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("started_purchases_by_expiry").on(table.expiresAt),
    index("started_purchases_of_customer").on(table.projectId, table.customerType, table.customerId),
  ],
);
