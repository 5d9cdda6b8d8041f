import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import { oneTimePurchases, subscriptions } from "./schema";

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
