import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Database, idsIn, type Statement, violatesNotNull } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { isInForce, isKept, isOf } from "./queries";
import { oneTimePurchases, subscriptions } from "./schema";

/** Says what must still be so when a purchase is stored: others may have bought since it was checked. */
export interface PurchaseCondition {
  customer: CustomerKey;
  now: number;
  /** The offers that the customer must not have bought once. */
  notPurchased: readonly string[];
  /** The offers that no subscription of the customer may be to. */
  notSubscribed: readonly string[];
  /** The offers to which the provider may bill no subscription, but those that it has ended. */
  notBilled: readonly string[];
  endedAtProvider: readonly string[];
  /** Is true for a purchase that no code is for. */
  isUnclaimed?: true;
}

/**
 * Stores a purchase without money. The statement before it in its batch claims the code and must have changed a row, and the condition
 * must hold. Otherwise the batch fails, as `isPurchaseRefused` recognises, and the code stays as it was.
 */
export function insertTestPurchase(
  db: Database,
  purchase: Omit<typeof oneTimePurchases.$inferInsert, "isTest">,
  condition: PurchaseCondition,
): Statement {
  const projectId = projectIdIf(db, condition);
  return db.insert(oneTimePurchases).values({ ...purchase, projectId, isTest: true });
}

/** As `insertTestPurchase`, a subscription. */
export function insertTestSubscription(
  db: Database,
  subscription: Omit<typeof subscriptions.$inferInsert, "isTest" | "status" | "cancelsAtPeriodEnd">,
  condition: PurchaseCondition,
): Statement {
  const projectId = projectIdIf(db, condition);
  return db
    .insert(subscriptions)
    .values({ ...subscription, projectId, isTest: true, status: "active", cancelsAtPeriodEnd: false });
}

/** Tells whether a purchase failed because its code was used, or its condition did not hold. */
export function isPurchaseRefused(error: unknown): boolean {
  return ["one_time_purchases", "subscriptions", "started_purchases"].some((table) =>
    violatesNotNull(error, `${table}.project_id`),
  );
}

function projectIdIf(db: Database, condition: PurchaseCondition): SQL {
  const { customer, now, notPurchased, notSubscribed, notBilled, endedAtProvider } = condition;
  const { offerId, stripeSubscriptionId } = subscriptions;
  const purchased = db
    .select({ one: sql`1` })
    .from(oneTimePurchases)
    .where(and(isOf(oneTimePurchases, customer), isKept(), inArray(oneTimePurchases.offerId, idsIn(notPurchased))));
  const inForce = and(isOf(subscriptions, customer), isInForce(now));
  const subscribed = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(and(inForce, inArray(offerId, idsIn(notSubscribed))));
  const isBilled = and(
    isNotNull(stripeSubscriptionId),
    notInArray(stripeSubscriptionId, idsIn(endedAtProvider)),
    inArray(offerId, idsIn(notBilled)),
  );
  const billed = db.select({ one: sql`1` }).from(subscriptions).where(and(inForce, isBilled));
  return sql`(select ${customer.projectId} where ${condition.isUnclaimed ? sql`true` : sql`changes() > 0`}
    and not exists ${purchased} and not exists ${subscribed} and not exists ${billed})`;
}

/**
 * Ends the subscriptions of a customer to some offers, since another purchase takes their place. It ends those in test mode that are in
 * force when the statement runs, and those that the provider has already ended.
 *
 * @param replaced.by the subscription that takes their place, which stays; null for another purchase
 * @param replaced.endedAtProvider the ids of subscriptions at the provider
 */
export function endReplaced(
  db: Database,
  customer: CustomerKey,
  replaced: { offerIds: readonly string[]; by: string | null; endedAtProvider: readonly string[]; now: number },
): Statement {
  const { id, offerId, stripeSubscriptionId } = subscriptions;
  const isEnded = or(isNull(stripeSubscriptionId), inArray(stripeSubscriptionId, idsIn(replaced.endedAtProvider)));
  return db
    .update(subscriptions)
    .set({
      status: "canceled",
      endedAt: replaced.now,
      // What the provider reports of one that it ended still belongs to its own row.
      replacedBy: sql`case when ${isNull(stripeSubscriptionId)} then ${replaced.by} end`,
    })
    .where(
      and(
        isOf(subscriptions, customer),
        isInForce(replaced.now),
        inArray(offerId, idsIn(replaced.offerIds)),
        ne(id, replaced.by ?? ""),
        isEnded,
      ),
    );
}

/** Stores a purchase that was paid, once for each payment. */
export function insertOneTimePurchase(db: Database, purchase: typeof oneTimePurchases.$inferInsert): Statement {
  return db.insert(oneTimePurchases).values(purchase).onConflictDoNothing();
}

/** Names a row of one of the tables. */
interface RowKey {
  projectId: string;
  id: string;
}

/** Marks a purchase in test mode as given back. Nothing changes where that is so. */
export function takeTestPurchaseBack(db: Database, { projectId, id }: RowKey, now: number): Statement {
  const { isTest, refundedAt } = oneTimePurchases;
  return db
    .update(oneTimePurchases)
    .set({ refundedAt: now })
    .where(
      and(eq(oneTimePurchases.projectId, projectId), eq(oneTimePurchases.id, id), eq(isTest, true), isNull(refundedAt)),
    );
}

/** Ends a subscription in test mode at its beginning, so that it has never given anything. Nothing changes where it has ended. */
export function takeTestSubscriptionBack(db: Database, { projectId, id }: RowKey): Statement {
  const { isTest, endedAt, createdAt } = subscriptions;
  return db
    .update(subscriptions)
    .set({ status: "canceled", endedAt: sql`${createdAt}` })
    .where(and(eq(subscriptions.projectId, projectId), eq(subscriptions.id, id), eq(isTest, true), isNull(endedAt)));
}
