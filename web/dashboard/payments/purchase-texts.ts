import type { BillingPrice, Subscription } from "../../kit/billing/purchases";
import { subscriptionLabels } from "../../react/pages/account-settings/billing/subscription-status";
import { currenciesOf, type Price, priceText } from "../../ui/text/price-text";
import type { Translate } from "../translation/use-translation";

/**
 * Returns what some units cost in each currency of a price: which one of them a customer has paid in is not listed. Empty where nothing
 * is to be paid.
 */
export function pricesText(price: BillingPrice | null, quantity: number, t: Translate): string {
  if (!price) return "";
  const texts = currenciesOf(price as Price).map((currency) => priceText(price as Price, currency, quantity, t));
  return new Intl.ListFormat(t.language, { type: "disjunction" }).format(texts);
}

/** Returns how a subscription's status, as Stripe names it, is shown; undefined for one that is not known. */
export function statusOf(status: string): (typeof subscriptionLabels)[Subscription["status"]] | undefined {
  return Object.hasOwn(subscriptionLabels, status) ? subscriptionLabels[status as Subscription["status"]] : undefined;
}
