import { and, desc, eq, sql } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import type { CustomerType } from "../customer";
import { itemQuantityChanges } from "../items/schema";
import { oneTimePurchases, subscriptions } from "../purchases/schema";

/** A place in the list, newest first: what comes after it is older, or of the same time with a smaller id. */
export interface TransactionPlace {
  createdAt: number;
  id: string;
}

/** Which transactions of one type of customers: each list has an index in its order. */
export interface TransactionPage {
  projectId: Id;
  customerType: CustomerType;
  after?: TransactionPlace | undefined;
  limit: number;
}

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type OneTimeRow = typeof oneTimePurchases.$inferSelect;
export type ChangeRow = typeof itemQuantityChanges.$inferSelect;

type Listed = typeof subscriptions | typeof oneTimePurchases | typeof itemQuantityChanges;

function isListed(table: Listed, { projectId, customerType, after }: TransactionPage) {
  return and(
    eq(table.projectId, projectId),
    eq(table.customerType, customerType),
    after && sql`(${table.createdAt}, ${table.id}) < (${after.createdAt}, ${after.id})`,
  );
}

export function selectSubscriptionPage(db: Database, page: TransactionPage) {
  return db
    .select()
    .from(subscriptions)
    .where(isListed(subscriptions, page))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(page.limit);
}

export function selectOneTimePage(db: Database, page: TransactionPage) {
  return db
    .select()
    .from(oneTimePurchases)
    .where(isListed(oneTimePurchases, page))
    .orderBy(desc(oneTimePurchases.createdAt), desc(oneTimePurchases.id))
    .limit(page.limit);
}

/** Those that a backend has made: what purchases put into a ledger is in the list as the purchase. */
export function selectChangePage(db: Database, page: TransactionPage) {
  return (
    db
      .select()
      .from(itemQuantityChanges)
      // As text, because the index is of these rows alone, and a parameter could be any.
      .where(and(isListed(itemQuantityChanges, page), sql`source = 'request'`))
      .orderBy(desc(itemQuantityChanges.createdAt), desc(itemQuantityChanges.id))
      .limit(page.limit)
  );
}
