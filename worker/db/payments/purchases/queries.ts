import { and, asc, desc, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { Database, Id, Statement } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { oneTimePurchases, startedPurchases, subscriptions } from "./schema";

/** The rows of one customer, in either of the tables. */
export function isOf(
  table: typeof subscriptions | typeof oneTimePurchases,
  { projectId, customerType, customerId }: CustomerKey<Id>,
) {
  return and(eq(table.projectId, projectId), eq(table.customerType, customerType), eq(table.customerId, customerId));
}

/** Tells whether a subscription gives rights. One in test mode is never renewed. */
export function isInForce(now: number) {
  const { endedAt, isTest, currentPeriodEnd } = subscriptions;
  return and(isNull(endedAt), or(eq(isTest, false), isNull(currentPeriodEnd), gt(currentPeriodEnd, now)));
}

/** Tells whether a purchase counts: one that was refunded does not. */
export function isKept() {
  return isNull(oneTimePurchases.refundedAt);
}

/** The subscriptions that give a customer rights at a time, oldest first. */
export function selectSubscriptionsInForce(db: Database, customer: CustomerKey<Id>, now: number) {
  const { id, offerId, offer, stripeSubscriptionId, createdAt } = subscriptions;
  return db
    .select({ id, offerId, offer, stripeSubscriptionId })
    .from(subscriptions)
    .where(and(isOf(subscriptions, customer), isInForce(now)))
    .orderBy(asc(createdAt), asc(id));
}

export type SubscriptionInForce = Awaited<ReturnType<typeof selectSubscriptionsInForce>>[number];

/** The offers that a customer has bought once, as the configuration names them, and the groups in which they were. */
export function selectKeptPurchases(db: Database, customer: CustomerKey<Id>) {
  const { offerId, offer } = oneTimePurchases;
  return db
    .selectDistinct({ offerId, offer })
    .from(oneTimePurchases)
    .where(and(isOf(oneTimePurchases, customer), isKept()));
}

export type KeptPurchase = Awaited<ReturnType<typeof selectKeptPurchases>>[number];

/** Tells whether a subscription has given anything. One that never became active ended when it was created. */
function hasBegun() {
  return or(isNull(subscriptions.endedAt), gt(subscriptions.endedAt, subscriptions.createdAt));
}

/** Reads whether a customer ever subscribed to an offer: a row, or nothing. */
export function selectEarlierSubscription(db: Database, customer: CustomerKey<Id>, offerId: string) {
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isOf(subscriptions, customer), eq(subscriptions.offerId, offerId), hasBegun()))
    .limit(1);
}

/** Reads whether a purchase has given its customer anything: a row for it in one of the two lists, or nothing. */
export function selectCompletePurchase(db: Database, { projectId, id }: { projectId: string; id: string }) {
  return {
    subscription: db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(...[eq(subscriptions.projectId, projectId), eq(subscriptions.id, id)], hasBegun())),
    purchase: db
      .select({ id: oneTimePurchases.id })
      .from(oneTimePurchases)
      .where(and(eq(oneTimePurchases.projectId, projectId), eq(oneTimePurchases.id, id))),
  };
}

/** Reads what was being bought when a payment began: a row, or nothing. */
export function selectStartedPurchase(db: Database, { projectId, id }: { projectId: string; id: string }) {
  return db
    .select()
    .from(startedPurchases)
    .where(and(eq(startedPurchases.projectId, projectId), eq(startedPurchases.id, id)));
}

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
