import * as z from "zod";
import {
  type Currency,
  chosenId,
  currencyDecimals,
  customerType,
  dayInterval,
  hasAmount,
  includedQuantity,
  intervalUnit,
  itemExpiry,
  itemRepeat,
  type OfferConfig,
  type ProjectConfig,
  priceAmounts,
} from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import { metadata, ofFewEntries, shortText } from "../../../protocol/fields";
import type { Tier } from "../../../protocol/tiers";

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

/** A count and a unit: `[2, "week"]`. */
export type DayInterval = Readonly<z.output<typeof dayInterval>>;

const day = 24 * 60 * 60 * 1000;

/** The last time that a date can be (ECMA-262, "Time Values and Time Range"). */
const lastTime = 8.64e15;

/**
 * Returns the time that lies a number of intervals after another. Days and weeks have a fixed length. Months and years end on the same day
 * of the month, or on the last day of a shorter month. All steps begin at the same time, so two months after 31 January are 31 March.
 *
 * @returns infinity for a time after all dates. No configuration leads to such a time, but what was stored before may.
 */
export function addInterval(time: number, interval: DayInterval, times = 1): number {
  const end = timeAfter(time, interval, times);
  return end <= lastTime ? end : Number.POSITIVE_INFINITY;
}

/** Returns when a period ends that begins at a time; null where that is after all dates. */
export function endOfPeriod(start: number, interval: DayInterval): number | null {
  return dateOrNull(addInterval(start, interval));
}

/** A time that is stored or sent; null for one after all dates, which never comes. */
export function dateOrNull(time: number | null): number | null {
  return time !== null && time <= lastTime ? time : null;
}

function timeAfter(time: number, [count, unit]: DayInterval, times: number): number {
  switch (unit) {
    case "day":
      return time + count * times * day;
    case "week":
      return time + count * times * 7 * day;
    case "month":
      return addMonths(time, count * times);
    case "year":
      return addMonths(time, count * times * 12);
  }
}

function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(dayOfMonth, daysIn(date)));
  return date.getTime();
}

function daysIn(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Returns how many whole intervals lie between two times. @param interval of a length that is not 0 */
export function intervalsBetween(from: number, to: number, interval: DayInterval): number {
  if (!(to >= from)) return 0;
  const [count, unit] = interval;
  const units = unit === "day" || unit === "week" ? (to - from) / addInterval(0, [1, unit]) : monthsBetween(from, to);
  const times = Math.floor(units / (unit === "year" ? count * 12 : count));
  return addInterval(from, interval, times) > to ? times - 1 : times;
}

/** By the calendar alone, without the days of the months. */
function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

const amount = z.string().optional();
const { USD, EUR, GBP, JPY, INR, AUD, CAD } = Object.fromEntries(
  Object.keys(currencyDecimals).map((currency) => [currency, amount]),
) as Record<keyof typeof currencyDecimals, typeof amount>;

/** Of any length: that of a purchase is what it was when it was bought. */
const interval = z.tuple([z.number(), intervalUnit]);

/** A price on the wire: its amounts as decimal text, and the interval in which it is paid again. */
export const WirePrice = z
  .object({
    USD: USD.describe("The amount in USD, as decimal text."),
    EUR: EUR.describe("The amount in EUR, as decimal text."),
    GBP: GBP.describe("The amount in GBP, as decimal text."),
    JPY: JPY.describe("The amount in JPY, as decimal text."),
    INR: INR.describe("The amount in INR, as decimal text."),
    AUD: AUD.describe("The amount in AUD, as decimal text."),
    CAD: CAD.describe("The amount in CAD, as decimal text."),
    interval: interval.optional().describe('A count and a unit, such as `[1, "month"]`.'),
  })
  .meta({ id: "Price" });

/** A price without what is the server's own. */
export function toWirePrice({
  serverOnly: _,
  freeTrial: __,
  interval,
  ...amounts
}: PriceConfig): z.input<typeof WirePrice> {
  return { ...amounts, ...(interval && { interval: [...interval] }) };
}

const InlinePrice = z
  .strictObject({
    ...priceAmounts,
    interval: dayInterval
      .optional()
      .describe("After which time the price is paid again, as a count and a unit. Absent where it is paid once."),
    free_trial: dayInterval.optional().describe("How long a first subscription is free, as a count and a unit."),
  })
  .check(hasAmount)
  .meta({ id: "InlinePrice" });

const InlineItem = z
  .strictObject({
    quantity: includedQuantity.default(0).describe("How much one unit brings."),
    repeat: itemRepeat.default("never").describe("After which time it brings that again, or `never`."),
    expires: itemExpiry.default("never").describe("When it ends: `never`, `when-purchase-expires` or `when-repeated`."),
  })
  .meta({ id: "InlineItem" });

/** So many that an offer fits the row of its purchase. */
const maxEntries = 100;

const tooMany = (kind: string) => `An offer has at most ${maxEntries} ${kind}`;

/** An offer that a backend describes in its request, instead of naming one of the configuration. */
export const InlineOffer = z
  .strictObject({
    display_name: shortText.describe("The offer's name for people."),
    customer_type: customerType.describe(
      "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record. It has to be that of the offer.",
    ),
    free_trial: dayInterval.optional().describe("How long a first subscription is free, as a count and a unit."),
    server_only: z.literal(true).default(true).describe("Always `true`."),
    prices: ofFewEntries(maxEntries, z.record(chosenId("price"), InlinePrice), tooMany("prices")).describe(
      "The prices by their ids, each with amounts as decimal text by currency, and an `interval` where it is paid again.",
    ),
    included_items: ofFewEntries(maxEntries, z.record(chosenId("item"), InlineItem), tooMany("included items"))
      .prefault({})
      .describe("The quantities of items that it includes, by the ids of the items."),
  })
  .meta({ id: "InlineOffer" });

/** The same by newer clients' name. What it says of metadata is kept nowhere. */
export const InlineProduct = InlineOffer.extend({
  server_only: z.boolean().default(true).describe("It is for servers only in any case."),
  stackable: z.boolean().default(false).describe("Whether a customer can have several units."),
  client_metadata: metadata.optional().describe("Taken, and kept nowhere."),
  client_read_only_metadata: metadata.optional().describe("Taken, and kept nowhere."),
  server_metadata: metadata.optional().describe("Taken, and kept nowhere."),
}).meta({ id: "InlineProduct" });

/** An offer as newer clients describe a product inline. Clients see no price that is for servers only. */
export function toInlineProduct(offer: OfferConfig, tier: Tier) {
  const prices = Object.entries(pricesOf(offer))
    .filter(([, price]) => tier !== "client" || !price.serverOnly)
    .map(([id, price]) => [
      id,
      { ...toWirePrice(price), ...(price.freeTrial && { free_trial: [...price.freeTrial] }) },
    ]);
  return {
    display_name: offer.displayName || "Offer",
    customer_type: offer.customerType ?? null,
    server_only: offer.serverOnly ?? false,
    stackable: offer.stackable ?? false,
    ...(offer.freeTrial && { free_trial: [...offer.freeTrial] }),
    prices: Object.fromEntries(prices),
    included_items: Object.fromEntries(
      Object.entries(offer.includedItems).map(([id, { quantity, repeat, expires }]) => [
        id,
        { quantity: quantity ?? 0, repeat: typeof repeat === "string" ? repeat : [...(repeat ?? [])], expires },
      ]),
    ),
    ...{ client_metadata: null, client_read_only_metadata: null, server_metadata: null },
  };
}

/** The same in the form of the configuration, in which it is stored. It belongs to no group and is held once. */
export function offerOfInline(
  inline: Omit<z.output<typeof InlineOffer>, "server_only"> & { stackable?: boolean },
): OfferConfig {
  const prices = Object.entries(inline.prices).map(([id, { free_trial: freeTrial, ...price }]) => [
    id,
    { ...price, ...(freeTrial && { freeTrial }), serverOnly: true },
  ]);
  return {
    displayName: inline.display_name,
    customerType: inline.customer_type,
    isAddOnTo: false,
    ...(inline.free_trial && { freeTrial: inline.free_trial }),
    serverOnly: true,
    stackable: inline.stackable ?? false,
    prices: Object.fromEntries(prices),
    includedItems: inline.included_items,
  };
}

/** An offer that is free, and held by each customer who has no other one of its group. */
const includedByDefault = "include-by-default";

/** An offer with its id in the configuration. */
export interface Offer extends OfferConfig {
  id: string;
}

export function findOffer({ payments }: ProjectConfig, id: string): Offer | undefined {
  const { offers } = payments;
  const offer = Object.hasOwn(offers, id) ? offers[id] : undefined;
  return offer && { ...offer, id };
}

/** The prices that can be paid, by id: none of an offer that is included by default. */
export function pricesOf({ prices }: OfferConfig): Readonly<Record<string, PriceConfig>> {
  return prices === includedByDefault ? {} : prices;
}

/** One of an offer's prices; undefined where it has none of that id. */
export function findPrice(offer: OfferConfig, priceId: string): PriceConfig | undefined {
  const prices = pricesOf(offer);
  return Object.hasOwn(prices, priceId) ? prices[priceId] : undefined;
}

/** A price that is paid again in each interval. An interval of no length is none. */
export function isRecurring({ interval }: PriceConfig): boolean {
  return interval !== undefined && interval[0] > 0;
}

/** Returns how long a first subscription is free; a price's own time comes before that of its offer. No time is none. */
export function trialOf(offer: OfferConfig, price: PriceConfig): PriceConfig["interval"] {
  const trial = price.freeTrial ?? offer.freeTrial;
  return isRecurring(price) && trial !== undefined && trial[0] > 0 ? trial : undefined;
}

/** The ids of the offers that this one adds on to; none for an offer that stands by itself. */
export function basesOf({ isAddOnTo }: OfferConfig): string[] {
  return isAddOnTo === false ? [] : Object.keys(isAddOnTo);
}

/** The free offer of each group, which customers of a type hold without having bought it: the first one that is free. */
export function defaultOffers({ payments }: ProjectConfig, customerType: CustomerType): Offer[] {
  const byGroup = new Map<string, Offer>();
  for (const [id, offer] of Object.entries(payments.offers)) {
    const isDefault = offer.prices === includedByDefault && offer.customerType === customerType;
    if (isDefault && offer.groupId && !byGroup.has(offer.groupId)) byGroup.set(offer.groupId, { ...offer, id });
  }
  return [...byGroup.values()];
}
