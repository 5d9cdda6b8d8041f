import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ofProject, projects } from "../../projects/schema";
import type { CustomerType } from "../customer";

/** The connected account of a project, which is made once. */
export const stripeAccounts = sqliteTable(
  "stripe_accounts",
  {
    projectId: text()
      .primaryKey()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    stripeAccountId: text().notNull(),
    createdAt: integer().notNull(),
  },
  // Events name the account and nothing that names the project.
  (table) => [uniqueIndex("stripe_accounts_by_stripe_id").on(table.stripeAccountId)],
);

/** Customers as the provider has them. */
export const stripeCustomers = sqliteTable(
  "stripe_customers",
  {
    projectId: ofProject(),
    customerType: text().$type<CustomerType>().notNull(),
    customerId: text().notNull(),
    stripeCustomerId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.customerType, table.customerId] }),
    uniqueIndex("stripe_customers_by_stripe_id").on(table.projectId, table.stripeCustomerId),
  ],
);

/** Events of the provider. One is handled in the batch that writes its effect, so that both are there or neither. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    projectId: ofProject(),
    /** The provider's. */
    id: text().notNull(),
    type: text().notNull(),
    /** Names what the event is about, such as a subscription or a payment intent. */
    objectId: text(),
    /** Says when it happened, by the provider's clock. */
    occurredAt: integer().notNull(),
    receivedAt: integer().notNull(),
    /** Null until its effect is written. */
    handledAt: integer(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("stripe_events_by_expiry").on(table.expiresAt),
  ],
);

/**
 * Accounts and customers that are gone here, whose subscriptions are still to be ended at the provider. They outlive their project,
 * so they do not reference it.
 */
export const stripeClosings = sqliteTable(
  "stripe_closings",
  {
    stripeAccountId: text().notNull(),
    /** Empty for all customers of the account, whose project was deleted. */
    stripeCustomerId: text().notNull(),
    /** Says when the provider is next asked. */
    dueAt: integer().notNull(),
    /** Counts how often it has failed. */
    failures: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stripeAccountId, table.stripeCustomerId] }),
    index("stripe_closings_by_due_time").on(table.dueAt),
  ],
);
