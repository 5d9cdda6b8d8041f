import { and, asc, eq, lte, notExists, type SQL, sql } from "drizzle-orm";
import { type ColumnValues, type Database, insertFrom, type Statement } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { selectCustomer } from "../customers";
import { stripeAccounts, stripeClosings, stripeCustomers } from "./schema";

type Closing = typeof stripeClosings.$inferSelect;

/** Has the subscriptions of a customer who is being deleted ended at the provider, if they have ever paid there. */
export function closeCustomer(db: Database, { projectId, customerType, customerId }: CustomerKey): Statement {
  const isTheirs = and(
    eq(stripeCustomers.projectId, projectId),
    eq(stripeCustomers.customerType, customerType),
    eq(stripeCustomers.customerId, customerId),
  );
  const rows = sql`from ${stripeCustomers}
    join ${stripeAccounts} on ${eq(stripeAccounts.projectId, stripeCustomers.projectId)} where ${isTheirs}`;
  const { stripeAccountId } = stripeAccounts;
  return insertClosings(db, { stripeAccountId, stripeCustomerId: stripeCustomers.stripeCustomerId }, rows);
}

/** Has all subscriptions of a project that is being deleted ended at the provider. */
export function closeAccount(db: Database, { projectId }: { projectId: string }): Statement {
  const { stripeAccountId } = stripeAccounts;
  const rows = sql`from ${stripeAccounts} where ${eq(stripeAccounts.projectId, projectId)}`;
  return insertClosings(db, { stripeAccountId, stripeCustomerId: "" }, rows);
}

/** The same as `closeCustomer` for one who was deleted before the provider reported what they have begun. */
export function closeIfGone(
  db: Database,
  customer: CustomerKey,
  { stripeAccountId, stripeCustomerId }: Pick<Closing, "stripeAccountId" | "stripeCustomerId">,
): Statement[] {
  const found = selectCustomer(db, customer);
  if (!found) return [];
  return [insertClosings(db, { stripeAccountId, stripeCustomerId }, sql`where ${notExists(found)}`)];
}

function insertClosings(
  db: Database,
  whose: Pick<ColumnValues<typeof stripeClosings>, "stripeAccountId" | "stripeCustomerId">,
  rows: SQL,
): Statement {
  // One that is being worked on is due again: it may not have seen what there is to end by now.
  return insertFrom(db, stripeClosings, { ...whose, dueAt: Date.now(), failures: 0 }, rows).onConflictDoUpdate({
    target: [stripeClosings.stripeAccountId, stripeClosings.stripeCustomerId],
    set: { dueAt: sql`excluded.due_at` },
  });
}

/** The closing that is due first, if one is due. */
export function selectDueClosing(db: Database, { now }: { now: number }) {
  return db
    .select()
    .from(stripeClosings)
    .where(lte(stripeClosings.dueAt, now))
    .orderBy(asc(stripeClosings.dueAt))
    .limit(1);
}

/** Puts off a closing that has failed. */
export function postponeClosing(db: Database, closing: Closing, dueAt: number): Statement {
  return db
    .update(stripeClosings)
    .set({ dueAt, failures: closing.failures + 1 })
    .where(isUnchanged(closing));
}

/** Deletes a closing with which nothing is left to do, unless it is due anew. */
export function deleteClosing(db: Database, closing: Closing): Statement {
  return db.delete(stripeClosings).where(isUnchanged(closing));
}

function isUnchanged({ stripeAccountId, stripeCustomerId, dueAt }: Closing) {
  return and(
    eq(stripeClosings.stripeAccountId, stripeAccountId),
    eq(stripeClosings.stripeCustomerId, stripeCustomerId),
    eq(stripeClosings.dueAt, dueAt),
  );
}
