import type { CustomerKey, CustomerType } from "../../../db/payments/customer";
import type { Failing } from "../../../protocol/failing";

/** A customer as a request names them. Ids of users and teams are UUIDs, which are read in lower case. */
export function customerOf<ProjectId>(
  projectId: ProjectId,
  { customer_type: customerType, customer_id: id }: { customer_type: CustomerType; customer_id: string },
): CustomerKey<ProjectId> {
  return { projectId, customerType, customerId: customerType === "custom" ? id : id.toLowerCase() };
}

/**
 * Requires that a user or a team was found, by `selectCustomer`. Custom customers always exist.
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
