import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Id } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { oneTimePurchases, subscriptions } from "./schema";

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
