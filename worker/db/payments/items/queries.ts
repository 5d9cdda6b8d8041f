import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import type { CustomerKey, ItemKey } from "../customer";
import { subscriptions } from "../purchases/schema";
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

/** Reads what items need of the subscriptions that a customer has or had, oldest first. */
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

/** The checkpoints of a ledger at some times, each with its time; none for a time before the first one. */
export function selectCheckpointsAt(db: Database, item: ItemKey, times: readonly number[]) {
  return db
    .select({ time: timeOf, seq: itemCheckpoints.seq, state: itemCheckpoints.state })
    .from(timesIn(times))
    .innerJoin(itemCheckpoints, and(isOf(itemCheckpoints, item), eq(itemCheckpoints.seq, checkpointAt(item))))
    .orderBy(asc(timeOf));
}

/** The changes that each time has after its checkpoint, in order. */
export function selectChangesAt(db: Database, item: ItemKey, times: readonly number[]) {
  const { seq, delta, createdAt, expiresAt } = itemQuantityChanges;
  const from = sql`coalesce(${checkpointAt(item)}, 0)`;
  const next = sql`(
    select min(${itemCheckpoints.seq}) from ${itemCheckpoints}
    where ${and(isOf(itemCheckpoints, item), gt(itemCheckpoints.seq, from))}
  )`;
  const isBetween = and(gt(seq, from), lte(seq, sql`coalesce(${next}, 9007199254740991)`), lte(createdAt, timeOf));
  return db
    .select({ time: timeOf, seq, delta, createdAt, expiresAt })
    .from(timesIn(times))
    .innerJoin(itemQuantityChanges, and(isOf(itemQuantityChanges, item), isBetween))
    .orderBy(asc(timeOf), asc(seq));
}

const timeOf = sql<number>`time_at.value`.as("time");

function timesIn(times: readonly number[]): SQL {
  return sql`json_each(${JSON.stringify(times)}) as time_at`;
}

/** The number of the last checkpoint until a time. */
function checkpointAt(item: ItemKey): SQL {
  const { seq, at } = itemCheckpoints;
  return sql`(
    select ${seq} from ${itemCheckpoints} where ${and(isOf(itemCheckpoints, item), lte(at, sql`time_at.value`))}
    order by ${desc(at)}, ${desc(seq)} limit 1
  )`;
}
