import { and, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../../../platform/database";
import { recordEventsOf } from "../../outbox/changes";
import { type NewChange, quantitySince, type SeenQuantity } from "./changes";
import { itemQuantityChanges } from "./schema";

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
