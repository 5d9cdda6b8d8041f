import type { Translate } from "../../ui/translation/translate";
import type { Choice } from "./choice";
import { amountOf, type Currency, moneyText } from "./money";
import type { Price, Purchase } from "./purchase-requests";

type Interval = NonNullable<Price["interval"]>;

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
