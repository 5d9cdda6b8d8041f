import type { CustomerKey } from "../../../db/payments/customer";
import { selectCustomer } from "../../../db/payments/customers";
import { selectStanding } from "../../../db/permissions/queries";
import type { Database, Id } from "../../../platform/database";
import type { ParamsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { requireTeamPermission, type Standing } from "../../teams/memberships";
import { customerOf } from "../customers";
import type { listPurchases } from "./contract";

type Params = ParamsOf<typeof listPurchases>;

/** A customer as a request names them: `me` is the caller's own user. Without one, it is the id of no user. */
export function namedCustomer<ProjectId>(
  projectId: ProjectId,
  { customer_type, customer_id }: Params,
  userId: string | undefined,
): CustomerKey<ProjectId> {
  const isOwn = customer_type === "user" && customer_id === "me";
  return customerOf(projectId, { customer_type, customer_id: (isOwn && userId) || customer_id });
}

/** The statements that say whether a customer exists, and what a member of a team may do. */
export function selectRights(
  db: Database,
  ids: { projectId: string; provenProjectId: Id; userId: string | undefined; params: Params },
) {
  const { projectId, provenProjectId, userId, params } = ids;
  const customer = namedCustomer(projectId, params, userId);
  const member = userId &&
    customer.customerType === "team" && { projectId: provenProjectId, teamId: customer.customerId, userId };
  return { customer: selectCustomer(db, customer), ...(member && { standing: selectStanding(db, member) }) };
}

/**
 * Requires a customer that the caller may act for. Servers act for all. A user acts for themselves, and for the teams of which
 * they have `$update_team`; what is another's gets the response of what does not exist.
 */
export function requireOwnCustomer(
  {
    fail,
  }: Failing<
    | "USER_AUTHENTICATION_REQUIRED"
    | "CANNOT_GET_OWN_USER_WITHOUT_USER"
    | "CUSTOMER_DOES_NOT_EXIST"
    | "TEAM_MEMBERSHIP_NOT_FOUND"
    | "TEAM_PERMISSION_REQUIRED"
  >,
  { tier, project, user }: Caller,
  params: Params,
  found: { customer?: readonly { since: number }[] | undefined; standing?: Standing },
): CustomerKey {
  const { customer_type, customer_id } = params;
  if (!user && customer_type === "user" && customer_id === "me") return fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  const customer = namedCustomer(project.id, params, user?.id);
  const { customerType, customerId } = customer;
  const unknown = { customer_id: customerId };
  if (tier === "client") {
    if (!user) return fail("USER_AUTHENTICATION_REQUIRED");
    if (customerType === "team") {
      const member = { teamId: customerId, userId: user.id };
      requireTeamPermission({ fail }, project, member, "$update_team", found.standing);
    } else if (customerType === "custom" || customerId !== user.id) return fail("CUSTOMER_DOES_NOT_EXIST", unknown);
  }
  if (customerType !== "custom" && !found.customer?.length) return fail("CUSTOMER_DOES_NOT_EXIST", unknown);
  return customer;
}
