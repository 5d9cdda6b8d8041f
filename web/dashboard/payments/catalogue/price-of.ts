import type { Interval } from "../../../ui/text/price-text";
import { currencyNames, type PriceValues } from "./offer-values";

/** A price of the catalogue in the form in which prices are written out. */
export function priceOf({ amounts, interval: { count, unit } }: PriceValues) {
  const given = currencyNames.flatMap((name) => (amounts[name] ? [[name, amounts[name]]] : []));
  const interval: Interval = [Number(count), unit];
  return { ...Object.fromEntries(given), ...(count && { interval }) };
}
