import { type Currency, currencyDecimals, type OfferConfig } from "../../../config";

/** One price of an offer. */
export type PriceConfig = Exclude<OfferConfig["prices"], string>[string];

/**
 * An amount in the smallest units of its currency, such as cents, without floating point.
 *
 * @param amount decimal text as the configuration has checked it: `"5.25"`
 */
export function minorUnits(currency: Currency, amount: string): number {
  const [whole = "", fraction = ""] = amount.split(".");
  return Number(whole + fraction.padEnd(currencyDecimals[currency], "0"));
}

/** The amount of a price in the smallest units of a currency; undefined where it is not sold in that. */
export function priceAmount(price: PriceConfig, currency: Currency): number | undefined {
  const amount = price[currency] ?? undefined;
  return amount === undefined ? undefined : minorUnits(currency, amount);
}

/** Returns what some units cost. @throws where the sum is too large to be exact */
export function timesQuantity(amount: number, quantity: number): number {
  const sum = amount * quantity;
  if (!Number.isSafeInteger(sum)) throw new RangeError("A price of this quantity cannot be counted exactly");
  return sum;
}
