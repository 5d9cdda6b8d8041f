import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { subscriptions } from "../purchases/schema";
import type { ItemKey } from "./keys";
import { itemCheckpoints, itemQuantityChanges } from "./schema";

/** The latest checkpoint of a ledger: a row, or nothing before the first one. */
export function selectCheckpoint(db: Database, item: ItemKey<Id>) {
  return db
    .select({ seq: itemCheckpoints.seq, state: itemCheckpoints.state })
    .from(itemCheckpoints)
    .where(isOf(itemCheckpoints, item))
    .orderBy(desc(itemCheckpoints.seq))
    .limit(1);
}

/** The changes after the latest checkpoint, in order. */
export function selectChanges(db: Database, item: ItemKey<Id>) {
  const checkpoint = sql`(
    select ${itemCheckpoints.seq} from ${itemCheckpoints} where ${isOf(itemCheckpoints, item)}
    order by ${itemCheckpoints.seq} desc limit 1
  )`;
  const { seq, delta, createdAt, expiresAt } = itemQuantityChanges;
  return db
    .select({ seq, delta, createdAt, expiresAt })
    .from(itemQuantityChanges)
    .where(and(isOf(itemQuantityChanges, item), gt(seq, sql`coalesce(${checkpoint}, 0)`)))
    .orderBy(asc(seq));
}

/** The change that a backend has named by a key: a row, or nothing. */
export function selectChangeByKey(db: Database, item: ItemKey<Id>, idempotencyKey: string) {
  const { id, delta, expiresAt, description } = itemQuantityChanges;
  return db
    .select({ id, delta, expiresAt, description })
    .from(itemQuantityChanges)
    .where(and(isOf(itemQuantityChanges, item), eq(itemQuantityChanges.idempotencyKey, idempotencyKey)));
}

/** What items need of the subscriptions that a customer has or had, oldest first. */
export function selectSubscriptionGrants(db: Database, { projectId, customerType, customerId }: CustomerKey<Id>) {
  const { offerId, offer, quantity, createdAt, currentPeriodEnd, endedAt, isTest } = subscriptions;
  return db
    .select({ offerId, offer, quantity, createdAt, currentPeriodEnd, endedAt, isTest })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.customerType, customerType),
        eq(subscriptions.customerId, customerId),
      ),
    )
    .orderBy(asc(createdAt));
}

export type SubscriptionGrants = Awaited<ReturnType<typeof selectSubscriptionGrants>>[number];

/** The rows of one ledger, in either of its tables. */
export function isOf(
  table: typeof itemCheckpoints | typeof itemQuantityChanges,
  { projectId, customerType, customerId, itemId }: ItemKey<Id>,
) {
  return and(
    eq(table.projectId, projectId),
    eq(table.customerType, customerType),
    eq(table.customerId, customerId),
    eq(table.itemId, itemId),
  );
}
