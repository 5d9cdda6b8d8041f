import type { CurrentUser, Team } from "../../../../kit";
import { billingOf } from "../../../../kit/billing/billing";
import type { BillingPrice, OneTimePurchase, Subscription } from "../../../../kit/billing/purchases";
import { currenciesOf, priceText } from "../../../../ui/text/price-text";
import type { Translate } from "../../../../ui/translation/translate";
import { refetchOnReturn, resourceOptions } from "../../../queries/resource-query";
import { sessionNumber } from "../../../queries/session-of";

/** The currency that a customer pays in: null where that is not known, undefined while it is loading. */
export type PaidCurrency = string | null | undefined;

/** Returns what was bought, with the units: "Pro", "3 × Seat". */
export function boughtText(
  { offerDisplayName: offer, quantity }: Subscription | OneTimePurchase,
  t: Translate,
): string {
  return quantity === 1 ? offer : t("{quantity} × {offer}", { quantity, offer });
}

/** Returns what some units cost, in the currency that the customer pays in; undefined where that is not known yet. */
export function costText(
  price: BillingPrice,
  quantity: number,
  paidCurrency: PaidCurrency,
  t: Translate,
): string | undefined {
  const [first, ...others] = currenciesOf(price);
  if (first === undefined || (others.length > 0 && paidCurrency === undefined)) return undefined;
  return priceText(price, others.find((currency) => currency === paidCurrency) ?? first, quantity, t);
}

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
