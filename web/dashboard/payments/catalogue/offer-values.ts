import type { Currency, Interval } from "../../../ui/text/price-text";
import type { Setting } from "../../forms/config-document";
import { type CustomerType, customerTypeOf } from "../customer-types";

// An offer as the form of its editor has it: text, as it is typed. A duration without a count is none.

/** The currencies of prices, with the decimals of their amounts. */
export const currencies = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const satisfies Record<
  Currency,
  number
>;

export const currencyNames = Object.keys(currencies) as Currency[];

/** The units of a duration. */
export type Unit = Interval[1];

export const units: readonly Unit[] = ["day", "week", "month", "year"];

/** Says how long what an offer includes stays. */
export type Expiry = "never" | "when-purchase-expires" | "when-repeated";

export const expiries: readonly Expiry[] = ["when-repeated", "when-purchase-expires", "never"];

export interface Duration {
  count: string;
  unit: Unit;
}

export interface PriceValues {
  priceId: string;
  amounts: Record<Currency, string>;
  /** Says how often it is paid; without a count once. */
  interval: Duration;
  trial: Duration;
  isServerOnly: boolean;
}

export interface IncludedValues {
  itemId: string;
  quantity: string;
  repeat: Duration;
  expires: Expiry;
}

export interface OfferValues {
  id: string;
  displayName: string;
  customerType: CustomerType;
  /** Empty for none. */
  groupId: string;
  /** Held by every customer who has no other offer of the group, without being bought. */
  isFree: boolean;
  isStackable: boolean;
  isServerOnly: boolean;
  trial: Duration;
  /** The offers of which a customer needs one to buy this. */
  bases: string[];
  prices: PriceValues[];
  included: IncludedValues[];
}

type Group = { readonly [key: string]: Setting };

const noDuration: Duration = { count: "", unit: "month" };

/** A price that is still to be filled in. */
export function newPrice(priceId: string): PriceValues {
  return {
    priceId,
    amounts: { USD: "", EUR: "", GBP: "", JPY: "", INR: "", AUD: "", CAD: "" },
    interval: { count: "1", unit: "month" },
    trial: { count: "", unit: "day" },
    isServerOnly: false,
  };
}

/** An included item that is still to be filled in. */
export function newIncluded(itemId: string): IncludedValues {
  return { itemId, quantity: "1", repeat: noDuration, expires: "when-purchase-expires" };
}

/** An offer that is still to be filled in. */
export function newOffer(): OfferValues {
  return {
    id: "",
    displayName: "",
    customerType: "user",
    groupId: "",
    isFree: false,
    isStackable: false,
    isServerOnly: false,
    trial: { count: "", unit: "day" },
    bases: [],
    prices: [newPrice("monthly")],
    included: [],
  };
}

/** Returns what the form shows of an offer of the configuration. */
export function valuesOfOffer(id: string, offer: Group): OfferValues {
  return {
    id,
    displayName: textOf(offer.displayName),
    customerType: customerTypeOf(offer.customerType) ?? "user",
    groupId: textOf(offer.groupId),
    isFree: offer.prices === "include-by-default",
    isStackable: offer.stackable === true,
    isServerOnly: offer.serverOnly === true,
    trial: durationOf(offer.freeTrial, "day"),
    bases: Object.keys(groupOf(offer.isAddOnTo)),
    prices: Object.entries(groupOf(offer.prices)).map(([priceId, price]) => valuesOfPrice(priceId, groupOf(price))),
    included: Object.entries(groupOf(offer.includedItems)).map(([itemId, item]) => {
      const { quantity, repeat, expires } = groupOf(item);
      return {
        itemId,
        quantity: textOf(quantity),
        repeat: durationOf(repeat, "month"),
        expires: expiries.find((each) => each === expires) ?? "when-repeated",
      };
    }),
  };
}

function valuesOfPrice(priceId: string, price: Group): PriceValues {
  return {
    ...newPrice(priceId),
    amounts: Object.fromEntries(currencyNames.map((name) => [name, textOf(price[name])])) as Record<Currency, string>,
    interval: durationOf(price.interval, "month"),
    trial: durationOf(price.freeTrial, "day"),
    isServerOnly: price.serverOnly === true,
  };
}

/** The offer that was typed, as the configuration has it. */
export function settingOfOffer(values: OfferValues): Setting {
  const { displayName, customerType, groupId, isFree, isStackable, isServerOnly, trial, bases } = values;
  const included = values.included.map(({ itemId, quantity, repeat, expires }): [string, Setting] => [
    itemId,
    { quantity: Number(quantity), repeat: intervalOf(repeat) ?? "never", expires },
  ]);
  return {
    displayName: displayName.trim() || values.id.trim(),
    customerType,
    ...(groupId && { groupId }),
    ...(bases.length > 0 && { isAddOnTo: Object.fromEntries(bases.map((id) => [id, true])) }),
    ...ifAny("freeTrial", trial),
    serverOnly: isServerOnly,
    stackable: isStackable,
    prices: isFree ? "include-by-default" : Object.fromEntries(values.prices.map(settingOfPrice)),
    includedItems: Object.fromEntries(included),
  };
}

function settingOfPrice({ priceId, amounts, interval, trial, isServerOnly }: PriceValues): [string, Setting] {
  const given = currencyNames.flatMap((name) => (amounts[name].trim() ? [[name, amounts[name].trim()]] : []));
  const times = { ...ifAny("interval", interval), ...ifAny("freeTrial", trial) };
  return [priceId.trim(), { ...Object.fromEntries(given), ...times, ...(isServerOnly && { serverOnly: true }) }];
}

function ifAny(name: string, duration: Duration): Group {
  const interval = intervalOf(duration);
  return interval ? { [name]: interval } : {};
}

function intervalOf({ count, unit }: Duration): Interval | undefined {
  const number = Number(count.trim());
  return number > 0 ? [number, unit] : undefined;
}

/** An interval of no length is none. */
function durationOf(setting: Setting | undefined, unit: Unit): Duration {
  if (!Array.isArray(setting) || !(Number(setting[0]) > 0)) return { count: "", unit };
  return { count: String(setting[0]), unit: units.find((each) => each === setting[1]) ?? unit };
}

function textOf(setting: Setting | undefined): string {
  return typeof setting === "string" || typeof setting === "number" ? String(setting) : "";
}

function groupOf(setting: Setting | undefined): Group {
  return typeof setting === "object" && setting !== null && !Array.isArray(setting) ? (setting as Group) : {};
}

/** A price of the catalogue in the form in which prices are written out. */
export function priceOf({ amounts, interval: { count, unit } }: PriceValues) {
  const given = currencyNames.flatMap((name) => (amounts[name] ? [[name, amounts[name]]] : []));
  const interval: Interval = [Number(count), unit];
  return { ...Object.fromEntries(given), ...(count && { interval }) };
}
