import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Database, Id, Statement } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { isInForce, isOf } from "./queries";
import { oneTimePurchases, startedPurchases, subscriptions } from "./schema";

/** Reads what a customer subscribes to and has subscribed to, newest first. */
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

/** Reads what a customer has paid once, newest first. */
export function selectOneTimePurchasesOf(db: Database, customer: CustomerKey<Id>, limit: number) {
  return db
    .select()
    .from(oneTimePurchases)
    .where(isOf(oneTimePurchases, customer))
    .orderBy(desc(oneTimePurchases.createdAt))
    .limit(limit);
}

export type OneTimePurchaseRow = typeof oneTimePurchases.$inferSelect;

/** Names one of a customer's subscriptions in test mode, as it must be at a time. */
interface TestSubscription {
  customer: CustomerKey;
  id: string;
  now: number;
}

/** Has a subscription in test mode end with its period, or not. Nothing changes where that is so, or where it has ended. */
export function setTestCancellation(db: Database, subscription: TestSubscription & { cancels: boolean }): Statement {
  const { cancelsAtPeriodEnd } = subscriptions;
  return db
    .update(subscriptions)
    .set({ cancelsAtPeriodEnd: subscription.cancels })
    .where(and(isTestSubscription(subscription), ne(cancelsAtPeriodEnd, subscription.cancels)));
}

/**
 * Ends a subscription in test mode for the one that it goes on as. Nothing changes where it has ended: `insertTestSubscription`
 * after it is then refused.
 */
export function endSwitched(db: Database, subscription: TestSubscription & { replacedBy: string }): Statement {
  const { now, replacedBy } = subscription;
  return db
    .update(subscriptions)
    .set({ status: "canceled", endedAt: now, replacedBy })
    .where(isTestSubscription(subscription));
}

function isTestSubscription({ customer, id, now }: TestSubscription) {
  const { stripeSubscriptionId } = subscriptions;
  return and(isOf(subscriptions, customer), eq(subscriptions.id, id), isNull(stripeSubscriptionId), isInForce(now));
}

/** Stores to what a subscription is about to be switched at the provider, once for each id. */
export function insertStartedSwitch(db: Database, purchase: typeof startedPurchases.$inferInsert): Statement {
  return db.insert(startedPurchases).values(purchase).onConflictDoNothing();
}
