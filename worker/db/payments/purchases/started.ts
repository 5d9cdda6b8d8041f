import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { type Database, idsIn, type Statement } from "../../../platform/database";
import { deleteExpired } from "../../expired-rows";
import type { CustomerKey } from "../customer";
import { oneTimePurchases, startedPurchases, subscriptions } from "./schema";

/**
 * Stores what is about to be paid. The statement before it in its batch claims the code and must have changed a row. Otherwise the
 * batch fails, as `isPurchaseRefused` recognises.
 */
export function insertStartedPurchase(db: Database, purchase: typeof startedPurchases.$inferInsert): Statement {
  const projectId = sql`(select ${purchase.projectId} where changes() > 0)`;
  return db.insert(startedPurchases).values({ ...purchase, projectId });
}

/**
 * Marks what a customer has begun to pay and cannot hold beside a new purchase. It leaves out those whose payment is known to be over.
 * It comes after the new purchase in its batch.
 *
 * @returns what has begun at the provider already; the others find out by `noteStripeId`
 */
export function supersedeStarted(
  db: Database,
  { projectId, customerType, customerId }: CustomerKey,
  { offerIds, by }: { offerIds: readonly string[]; by: string },
) {
  const { id, offerId, stripeId } = startedPurchases;
  const paid = db
    .select({ one: sql`1` })
    .from(oneTimePurchases)
    .where(and(eq(oneTimePurchases.projectId, projectId), eq(oneTimePurchases.id, id)));
  const begun = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.projectId, projectId), eq(subscriptions.id, id), ne(subscriptions.status, "incomplete")),
    );
  return db
    .update(startedPurchases)
    .set({ supersededBy: by })
    .where(
      and(
        eq(startedPurchases.projectId, projectId),
        eq(startedPurchases.customerType, customerType),
        eq(startedPurchases.customerId, customerId),
        inArray(offerId, idsIn(offerIds)),
        ne(id, by),
        sql`not exists ${paid} and not exists ${begun}`,
      ),
    )
    .returning({ id, offerId, stripeId });
}

/** Notes what a purchase is at the provider, unless a later one has taken its place: then it returns nothing. */
export function noteStripeId(
  db: Database,
  { projectId, id, stripeId }: { projectId: string; id: string; stripeId: string },
) {
  return db
    .update(startedPurchases)
    .set({ stripeId })
    .where(
      and(
        eq(startedPurchases.projectId, projectId),
        eq(startedPurchases.id, id),
        isNull(startedPurchases.supersededBy),
      ),
    )
    .returning({ id: startedPurchases.id });
}

/** Notes that what a purchase takes the place of has ended. */
export function settleReplaced(db: Database, { projectId, id }: { projectId: string; id: string }): Statement {
  return db
    .update(startedPurchases)
    .set({ replaces: null })
    .where(and(eq(startedPurchases.projectId, projectId), eq(startedPurchases.id, id)));
}

/** Deletes what can no longer be paid. */
export function deleteStarted(
  db: Database,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Statement {
  return db
    .delete(startedPurchases)
    .where(and(eq(startedPurchases.projectId, projectId), inArray(startedPurchases.id, idsIn(ids))));
}

/** Deletes a bounded number of payments that began and were given up. */
export function deleteExpiredStartedPurchases(db: Database, time: number) {
  return deleteExpired(db, startedPurchases, time);
}
