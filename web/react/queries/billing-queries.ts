import type { CurrentUser, Team } from "../../kit";
import { billingOf } from "../../kit/billing/billing";
import { refetchOnReturn, resourceOptions } from "./resource-query";
import { sessionNumber } from "./session-of";

/** A user or a team, as a customer of the project. */
export type Customer = CurrentUser | Team;

/** Reads what a customer subscribes to and has bought. */
export function purchaseOptions(customer: Customer) {
  return billingOptions(customer, "purchases", () => billingOf(customer).list());
}

/** The newest invoices of a customer. They are paid on pages of the payment provider. */
export function invoiceOptions(customer: Customer) {
  return billingOptions(customer, "invoices", () => billingOf(customer).listInvoices());
}

function billingOptions<T>(customer: Customer, name: string, fetch: () => Promise<T>) {
  const args = [sessionNumber(customer.caller.session), customer.id, name];
  return { ...resourceOptions(customer, "billing", args, fetch), ...refetchOnReturn };
}
