import type { CurrentUser, Team } from "../../../../kit";
import { billingOf } from "../../../../kit/billing/billing";
import type { BillingPrice, OneTimePurchase, Subscription } from "../../../../kit/billing/purchases";
import type { Tone } from "../../../../ui/feedback/alert";
import { currenciesOf, priceText } from "../../../../ui/text/price-text";
import type { PlainMessage } from "../../../../ui/translation/message";
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

/** Tells whether nothing becomes of a subscription any more. */
export function isOver({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Tells whether a payment has to be made for a subscription to give what it includes. */
export function isOverdue({ status }: Subscription): boolean {
  return status === "past_due" || status === "unpaid" || status === "incomplete";
}

/** Says how each status of a subscription is shown. */
export const subscriptionLabels: Readonly<Record<Subscription["status"], readonly [tone: Tone, label: PlainMessage]>> =
  {
    active: ["success", "Active"],
    trialing: ["accent", "Free trial"],
    past_due: ["danger", "Payment overdue"],
    unpaid: ["danger", "Payment overdue"],
    incomplete: ["warning", "Not paid yet"],
    paused: ["neutral", "Paused"],
    canceled: ["neutral", "Ended"],
    incomplete_expired: ["neutral", "Ended"],
  };

/** Returns how the status of a subscription is shown. One that was cancelled goes on until its period ends. */
export function statusLabel(subscription: Subscription): readonly [tone: Tone, label: PlainMessage] {
  if (subscription.cancelsAtPeriodEnd && !isOver(subscription)) return ["warning", "Cancelled"];
  return subscriptionLabels[subscription.status];
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
