import { and, eq } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import type { CustomerKey } from "../customer";
import { stripeAccounts, stripeCustomers } from "./schema";

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
