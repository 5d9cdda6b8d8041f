import { and, eq } from "drizzle-orm";
import type { Database, Id, Statement } from "../../../platform/database";
import { deleteExpired } from "../../expired-rows";
import { projectOf } from "../../projects/joins";
import type { CustomerKey } from "../customer";
import { stripeAccounts, stripeCustomers, stripeEvents } from "./schema";

/** The connected account of a project: a row, or nothing before it is set up. */
export function selectStripeAccount(db: Database, projectId: Id) {
  return db
    .select({ stripeAccountId: stripeAccounts.stripeAccountId })
    .from(stripeAccounts)
    .where(eq(stripeAccounts.projectId, projectId));
}

/** A customer as the provider has it: a row, or nothing before the first purchase. */
export function selectStripeCustomer(db: Database, { projectId, customerType, customerId }: CustomerKey<Id>) {
  return db
    .select({ stripeCustomerId: stripeCustomers.stripeCustomerId })
    .from(stripeCustomers)
    .where(
      and(
        eq(stripeCustomers.projectId, projectId),
        eq(stripeCustomers.customerType, customerType),
        eq(stripeCustomers.customerId, customerId),
      ),
    );
}

/** The project of an account, and when it has handled an event. */
export function selectEventProject(
  db: Database,
  { stripeAccountId, eventId }: { stripeAccountId: string; eventId: string },
) {
  return db
    .select({ projectId: stripeAccounts.projectId, handledAt: stripeEvents.handledAt })
    .from(stripeAccounts)
    .innerJoin(...projectOf(stripeAccounts.projectId))
    .leftJoin(stripeEvents, and(eq(stripeEvents.projectId, stripeAccounts.projectId), eq(stripeEvents.id, eventId)))
    .where(eq(stripeAccounts.stripeAccountId, stripeAccountId));
}

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
