import { and, eq } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
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
