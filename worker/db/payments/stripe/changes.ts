import type { Database, Statement } from "../../../platform/database";
import { deleteExpired } from "../../expired-rows";
import type { CustomerKey } from "../customer";
import { stripeAccounts, stripeCustomers, stripeEvents } from "./schema";

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

/** Notes an event as handled: in the batch that writes its effect, so that both are there or neither. */
export function insertHandledEvent(
  db: Database,
  row: Omit<typeof stripeEvents.$inferInsert, "handledAt"> & { handledAt: number },
): Statement {
  return db.insert(stripeEvents).values(row).onConflictDoNothing();
}

/** Deletes a bounded number of events whose time is over: long after the provider has stopped to repeat them. */
export function deleteExpiredStripeEvents(db: Database, time: number) {
  return deleteExpired(db, stripeEvents, time);
}
