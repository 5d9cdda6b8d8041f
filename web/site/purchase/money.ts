import type { Translate } from "../../ui/translation/translate";
import type { Price } from "./purchase-requests";

/** The currencies of prices, with their decimals. The first one that a price has is the one that it is shown in. */
const decimals = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const;

export type Currency = keyof typeof decimals;

export function currenciesOf(price: Price): Currency[] {
  return (Object.keys(decimals) as Currency[]).filter((currency) => price[currency] !== undefined);
}

/** What some units cost, in the smallest units of a currency. */
export function amountOf(price: Price, currency: Currency, quantity = 1): bigint {
  const [whole = "", fraction = ""] = (price[currency] ?? "").split(".");
  return BigInt(whole + fraction.padEnd(decimals[currency], "0")) * BigInt(quantity);
}

/** An amount as people write it, to the last digit. */
export function moneyText(amount: bigint, currency: Currency, { language }: Translate): string {
  const digits = amount.toString().padStart(decimals[currency] + 1, "0");
  const point = digits.length - decimals[currency];
  const text = decimals[currency] === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  // Exact also beyond the numbers of JavaScript, for a text.
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(text as Intl.StringNumericLiteral);
}
