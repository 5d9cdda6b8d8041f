import type { Database, Statement } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { stripeAccounts, stripeCustomers } from "./schema";

/** Stores the connected account of a project, unless it has one. */
export function insertStripeAccount(db: Database, row: typeof stripeAccounts.$inferInsert): Statement {
  return db.insert(stripeAccounts).values(row).onConflictDoNothing();
}

/** Stores whom the provider has a customer for, unless there is one already. */
export function insertStripeCustomer(
  db: Database,
  row: CustomerKey & { stripeCustomerId: string; createdAt: number },
): Statement {
  return db.insert(stripeCustomers).values(row).onConflictDoNothing();
}
