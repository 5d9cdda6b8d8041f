import { durationText, type Interval, isRenewed, priceText } from "../../ui/text/price-text";
import type { Translate } from "../../ui/translation/translate";
import type { Choice, Price, Purchase } from "./purchase-requests";

/** Returns what is paid for a choice, and when: "7 days free, then $10.00 / month". */
export function totalText(purchase: Purchase, { price, currency, quantity }: Choice, t: Translate): string {
  const total = priceText(price, currency, quantity, t);
  const trial = trialOf(purchase, price);
  return trial ? t("{duration} free, then {price}", { duration: durationText(trial, t), price: total }) : total;
}

/** Returns how long it is free, for a customer who has a trial; no time is none. */
export function trialOf({ offer, has_free_trial }: Purchase, price: Price): Interval | undefined {
  const trial = price.free_trial ?? offer.free_trial;
  return has_free_trial && isRenewed(price) && trial !== undefined && trial[0] > 0 ? trial : undefined;
}
