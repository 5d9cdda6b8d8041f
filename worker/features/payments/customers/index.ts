import type { CustomerKey, CustomerType } from "../../../db/payments/customer";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";

/** A customer as a request names them. Ids of users and teams are UUIDs, which are read in lower case. */
export function customerOf<ProjectId>(
  projectId: ProjectId,
  { customer_type: customerType, customer_id: id }: { customer_type: CustomerType; customer_id: string },
): CustomerKey<ProjectId> {
  return { projectId, customerType, customerId: customerType === "custom" ? id : id.toLowerCase() };
}

/**
 * Requires that a user or a team was found, by `selectCustomer`. Custom customers always exist. Items and purchases respond with the
 * codes of users and teams, which older clients know from there.
 *
 * @returns since when they exist; undefined for a custom customer
 */
export function requireCustomer(
  { fail }: Failing<"USER_NOT_FOUND" | "TEAM_NOT_FOUND">,
  { customerType, customerId }: CustomerKey<unknown>,
  [found]: readonly { since: number }[] = [],
): number | undefined {
  if (customerType === "custom") return undefined;
  if (found) return found.since;
  return customerType === "user" ? fail("USER_NOT_FOUND") : fail("TEAM_NOT_FOUND", { team_id: customerId });
}

/**
 * Where clients act for no customers but their own, a user acts for themselves and for their teams. What is another's gets
 * the response of what does not exist.
 */
export function requireOwnOfClient(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "CUSTOMER_DOES_NOT_EXIST">,
  { tier, project, user }: Caller,
  { customerType, customerId }: CustomerKey<unknown>,
  membership: readonly unknown[] = [],
): void {
  if (tier !== "client" || project.config.payments.clientItemReads === "all") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  else if (customerType === "user" ? user.id !== customerId : customerType === "custom" || membership.length === 0) {
    fail("CUSTOMER_DOES_NOT_EXIST", { customer_id: customerId });
  }
}
