import { and, desc, eq } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { isOf } from "./conditions";
import { oneTimePurchases, subscriptions } from "./schema";

/** What a customer subscribes to and has subscribed to, newest first. */
export function selectSubscriptionsOf(db: Database, customer: CustomerKey<Id>, limit: number) {
  return db
    .select()
    .from(subscriptions)
    .where(isOf(subscriptions, customer))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit);
}

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** One of a customer's own subscriptions: a row, or nothing. */
export function selectSubscriptionOf(db: Database, customer: CustomerKey<Id>, id: string) {
  return db
    .select()
    .from(subscriptions)
    .where(and(isOf(subscriptions, customer), eq(subscriptions.id, id)));
}

/** What a customer has paid once, newest first. */
export function selectOneTimePurchasesOf(db: Database, customer: CustomerKey<Id>, limit: number) {
  return db
    .select()
    .from(oneTimePurchases)
    .where(isOf(oneTimePurchases, customer))
    .orderBy(desc(oneTimePurchases.createdAt))
    .limit(limit);
}

export type OneTimePurchaseRow = typeof oneTimePurchases.$inferSelect;
