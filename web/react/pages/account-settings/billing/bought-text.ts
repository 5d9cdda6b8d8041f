import type { BillingPrice, OneTimePurchase, Subscription } from "../../../../kit/billing/purchases";
import { currenciesOf, priceText } from "../../../../ui/text/price-text";
import type { Translate } from "../../../../ui/translation/translate";

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
