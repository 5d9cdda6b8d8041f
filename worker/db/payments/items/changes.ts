import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, type Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { recordEventsOf } from "../../outbox/changes";
import type { ItemKey } from "../customer";
import { oneTimePurchases } from "../purchases/schema";
import type { LedgerState } from "./ledger-state";
import { isOf } from "./queries";
import { type ChangeSource, itemCheckpoints, itemQuantityChanges } from "./schema";

/** A change that is not yet in the ledger. */
export interface NewChange extends ItemKey {
  id: string;
  delta: number;
  /** The time of the request. In the ledger it is never before that of the change before. */
  now: number;
  expiresAt: number | null;
  description: string | null;
  idempotencyKey: string | null;
}

/** Says what the quantity was when it was read, by the last change that was read with it. */
interface SeenQuantity {
  quantity: number;
  seq: number;
}

/**
 * Makes a change and returns its id. It makes none where the quantity would become negative without being allowed to, or leave the
 * numbers that are counted exactly. Nor does it make one whose key the ledger already has. It counts what others have changed since the
 * quantity was read. However many requests come at once, one after the other finds what is left.
 */
export function insertChange(
  db: Database,
  change: NewChange,
  { seen, allowsNegative }: { seen: SeenQuantity; allowsNegative: boolean },
) {
  const after = sql`${quantitySince(change, seen)} + ${change.delta}`;
  const conditions = [
    // A change that leads back from what is too much is none of those that lead there.
    change.delta > 0 ? sql`${after} <= ${Number.MAX_SAFE_INTEGER}` : sql`${after} >= ${Number.MIN_SAFE_INTEGER}`,
    ...(allowsNegative ? [] : [sql`${after} >= 0`]),
  ];
  const from = { source: "request", purchaseId: null } as const;
  return insertNumbered(db, change, from, sql`where ${and(...conditions)}`).returning({
    id: itemQuantityChanges.id,
    seq: itemQuantityChanges.seq,
  });
}

/** Reads what the quantity has become since it was read: a row. */
export function selectQuantitySince(db: Database, change: NewChange, seen: SeenQuantity) {
  return db.select({ quantity: sql<number>`${quantitySince(change, seen)}`.as("quantity") }).from(sql`(select 1)`);
}

/** Returns what the quantity has become since it was read, before a change of a number where one is given. */
function quantitySince(change: NewChange, seen: SeenQuantity, before?: SQL): SQL {
  const { seq, delta, expiresAt } = itemQuantityChanges;
  const isNew = and(isOf(itemQuantityChanges, change), gt(seq, seen.seq), before && lt(seq, before));
  return sql`(
    ${seen.quantity} + (
      select coalesce(sum(${delta}), 0) from ${itemQuantityChanges}
      where ${isNew} and (${expiresAt} is null or ${expiresAt} > ${change.now})
    )
  )`;
}

/** Inserts a change, numbered after the last one of the ledger. */
function insertNumbered(
  db: Database,
  { now, ...change }: NewChange,
  from: { source: ChangeSource; purchaseId: string | null },
  where: SQL,
) {
  const { seq, createdAt } = itemQuantityChanges;
  const values = {
    ...change,
    ...from,
    seq: sql`coalesce(last_seq, 0) + 1`,
    createdAt: sql`max(${now}, coalesce(last_time, 0))`,
  };
  const rows = sql`from (select 1) left join (
      select ${seq} as last_seq, ${createdAt} as last_time from ${itemQuantityChanges}
      where ${isOf(itemQuantityChanges, change)} order by ${seq} desc limit 1
    ) ${where}`;
  return insertFrom(db, itemQuantityChanges, values, rows).onConflictDoNothing();
}

/** Stores the state of a ledger after a change. The changes until then never change, so that all who store one store the same. */
export function insertCheckpoint(
  db: Database,
  { projectId, customerType, customerId, itemId }: ItemKey,
  checkpoint: { seq: number; at: number; state: LedgerState },
) {
  return db
    .insert(itemCheckpoints)
    .values({ projectId, customerType, customerId, itemId, ...checkpoint })
    .onConflictDoNothing();
}

/** Holds what of a one-time purchase goes into the ledger. */
type GrantedPurchase = Pick<
  typeof oneTimePurchases.$inferSelect,
  "projectId" | "customerType" | "customerId" | "id" | "offer" | "quantity"
>;

/**
 * Adds what a one-time purchase includes, which never expires, to the ledgers of its items. It comes after the purchase in
 * its batch, does nothing without it, and nothing the second time.
 */
export function grantPurchase(db: Database, purchase: GrantedPurchase): Statement[] {
  return purchaseChanges(db, purchase, "purchase", 1);
}

/** Takes the same away again, for a refund. A quantity may become negative by it. */
export function revokePurchase(db: Database, purchase: GrantedPurchase): Statement[] {
  return purchaseChanges(db, purchase, "refund", -1);
}

function purchaseChanges(
  db: Database,
  { projectId, customerType, customerId, id: purchaseId, offer, quantity }: GrantedPurchase,
  source: "purchase" | "refund",
  sign: 1 | -1,
): Statement[] {
  const included = Object.entries(offer.includedItems).filter((entry) => entry[1].quantity > 0);
  return included.map(([itemId, item]) => {
    const change = {
      ...{ projectId, customerType, customerId, itemId },
      ...{ id: newId(), delta: sign * item.quantity * quantity, now: Date.now() },
      ...{ expiresAt: null, description: null, idempotencyKey: null },
    };
    const isThere = sql`where ${exists(sql`${oneTimePurchases} where ${isPurchase(projectId, purchaseId)}`)}`;
    const isGranted = exists(sql`${itemQuantityChanges} where ${isGrantOf(projectId, purchaseId, itemId)}`);
    const where = source === "refund" ? sql`${isThere} and ${isGranted}` : isThere;
    return insertNumbered(db, change, { source, purchaseId }, where);
  });
}

function exists(from: SQL): SQL {
  return sql`exists (select 1 from ${from})`;
}

function isPurchase(projectId: string, id: string) {
  return and(eq(oneTimePurchases.projectId, projectId), eq(oneTimePurchases.id, id));
}

function isGrantOf(projectId: string, purchaseId: string, itemId: string) {
  const { projectId: project, purchaseId: purchase, itemId: item, source } = itemQuantityChanges;
  return and(eq(project, projectId), eq(purchase, purchaseId), eq(item, itemId), eq(source, "purchase"));
}

/**
 * Records that a change, if it was made, took a quantity below a threshold that it was not below before. It comes after the change
 * in its batch.
 */
export function recordLowBalance(
  db: Database,
  change: NewChange,
  { seen, threshold }: { seen: SeenQuantity; threshold: number },
): Statement {
  const made = alias(itemQuantityChanges, "made");
  const before = quantitySince(change, seen, sql`${made.seq}`);
  const after = sql`${before} + ${change.delta}`;
  const isMade = and(
    eq(made.projectId, change.projectId),
    eq(made.customerType, change.customerType),
    eq(made.customerId, change.customerId),
    eq(made.itemId, change.itemId),
    gt(made.seq, seen.seq),
    eq(made.id, change.id),
  );
  return recordEventsOf(db, {
    projectId: change.projectId,
    type: "item.low_balance",
    data: sql`json_object(
      'item_id', ${made.itemId}, 'customer_type', ${made.customerType}, 'customer_id', ${made.customerId},
      'quantity', ${after}, 'threshold', ${threshold}
    )`,
    rows: sql`from ${itemQuantityChanges} as made where ${isMade} and ${before} >= ${threshold} and ${after} < ${threshold}`,
  });
}
