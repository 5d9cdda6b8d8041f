import type { CurrentUser, GatehouseClientApp, Team } from "../../kit";
import { billingOf } from "../../kit/billing/billing";
import { ownOptions } from "./account-queries";
import { refetchOnReturn } from "./resource-query";

/** A user or a team, as a customer of the project. */
export type Customer = CurrentUser | Team;

/** Reads what a customer subscribes to and has bought. */
export function purchaseOptions(app: GatehouseClientApp, customer: Customer) {
  const options = ownOptions(app, "billing", customer, ["purchases"], () => billingOf(customer).list());
  return { ...options, ...refetchOnReturn };
}

/** The newest invoices of a customer. They are paid on pages of the payment provider. */
export function invoiceOptions(app: GatehouseClientApp, customer: Customer) {
  const options = ownOptions(app, "billing", customer, ["invoices"], () => billingOf(customer).listInvoices());
  return { ...options, ...refetchOnReturn };
}
