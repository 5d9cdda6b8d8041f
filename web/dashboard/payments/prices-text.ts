import type { BillingPrice } from "../../kit/billing/purchases";
import { currenciesOf, type Price, priceText } from "../../ui/text/price-text";
import type { Translate } from "../translation/use-translation";

/**
 * What some units cost in each currency of a price: which one of them a customer has paid in is not listed. Empty where nothing
 * is to be paid.
 */
export function pricesText(price: BillingPrice | null, quantity: number, t: Translate): string {
  if (!price) return "";
  const texts = currenciesOf(price as Price).map((currency) => priceText(price as Price, currency, quantity, t));
  return new Intl.ListFormat(t.language, { type: "disjunction" }).format(texts);
}
