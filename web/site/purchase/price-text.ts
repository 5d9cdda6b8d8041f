import type { Translate } from "../../ui/translation/translate";
import type { Choice } from "./choice";
import type { Price, Purchase } from "./purchase-requests";

/** The currencies of prices, with their decimals. The first one that a price has is the one that it is shown in. */
const decimals = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const;

export type Currency = keyof typeof decimals;

type Interval = NonNullable<Price["interval"]>;

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

/** A price with when it is paid: "$10.00 / month". */
export function priceText(price: Price, currency: Currency, quantity: number, t: Translate): string {
  const money = moneyText(amountOf(price, currency, quantity), currency, t);
  return isRenewed(price) ? `${money} / ${intervalText(price.interval, t)}` : money;
}

/** What is paid for a choice, and when: "7 days free, then $10.00 / month". */
export function totalText(purchase: Purchase, { price, currency, quantity }: Choice, t: Translate): string {
  const total = priceText(price, currency, quantity, t);
  const trial = trialOf(purchase, price);
  return trial ? t("{duration} free, then {price}", { duration: durationText(trial, t), price: total }) : total;
}

/** A time in words, without the number where it is one: "month", "3 months". */
function intervalText([count, unit]: Interval, { language }: Translate): string {
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  if (count > 1) return format.format(count);
  return format.formatToParts(1).find(({ type }) => type === "unit")?.value ?? unit;
}

/** A time in words, with its number: "7 days". */
function durationText([count, unit]: Interval, { language }: Translate): string {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** How long it is free, for a customer who has a trial; no time is none. */
export function trialOf({ offer, has_free_trial }: Purchase, price: Price): Interval | undefined {
  const trial = price.free_trial ?? offer.free_trial;
  return has_free_trial && isRenewed(price) && trial !== undefined && trial[0] > 0 ? trial : undefined;
}

export function isRenewed(price: Price): price is Price & { interval: Interval } {
  return price.interval !== undefined && price.interval[0] > 0;
}
