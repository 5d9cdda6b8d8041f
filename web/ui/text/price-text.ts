import type { Translate } from "../translation/translate";

/** The currencies of prices, with their decimals. The first one that a price has is the one that it is shown in. */
const decimals = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const;

export type Currency = keyof typeof decimals;

export type Interval = readonly [count: number, unit: "day" | "week" | "month" | "year"];

/** Says what something costs: an amount as decimal text for each currency, and how often it is paid. */
export type Price = { readonly [Each in Currency]?: string } & { readonly interval?: Interval };

export function currenciesOf(price: Price): Currency[] {
  return (Object.keys(decimals) as Currency[]).filter((currency) => price[currency] !== undefined);
}

/** Returns what some units cost, in the smallest units of a currency. */
export function amountOf(price: Price, currency: Currency, quantity = 1): bigint {
  const [whole = "", fraction = ""] = (price[currency] ?? "").split(".");
  return BigInt(whole + fraction.padEnd(decimals[currency], "0")) * BigInt(quantity);
}

/**
 * An amount as people write it, to the last digit.
 *
 * @param amount in the smallest units of the currency
 * @param currency its code in ISO 4217
 */
export function moneyText(amount: bigint | number, currency: string, { language }: Translate): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  // As a text it is exact also beyond the numbers of JavaScript.
  return format.format(`${amount}E-${maximumFractionDigits}` as Intl.StringNumericLiteral);
}

/** A price with when it is paid: "$10.00 / month". */
export function priceText(price: Price, currency: Currency, quantity: number, t: Translate): string {
  const money = moneyText(amountOf(price, currency, quantity), currency, t);
  return isRenewed(price) ? `${money} / ${intervalText(price.interval, t)}` : money;
}

/** A time in words, without the number where it is one: "month", "3 months". */
function intervalText([count, unit]: Interval, { language }: Translate): string {
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  if (count > 1) return format.format(count);
  return format.formatToParts(1).find(({ type }) => type === "unit")?.value ?? unit;
}

/** A time in words, with its number: "7 days". */
export function durationText([count, unit]: Interval, { language }: Translate): string {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

export function isRenewed<P extends Price>(price: P): price is P & { readonly interval: Interval } {
  return price.interval !== undefined && price.interval[0] > 0;
}
