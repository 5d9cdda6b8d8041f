import * as z from "zod";
import { shortText } from "../../protocol/fields";
import { mustBeInteger } from "../../protocol/validation-messages";
import { chosenId, keyByDefault, required } from "../settings";

export const intervalUnit = z.enum(["day", "week", "month", "year"]);

/** Longer than anything is sold for, and so short that each end of it is a date. */
const maxIntervalCount = 1000;

/** A count and a unit: `[2, "week"]`. */
export const dayInterval = z.tuple([
  z.number().refine(Number.isInteger, mustBeInteger).min(0).max(maxIntervalCount),
  intervalUnit,
]);

/** The currencies of prices, each with the decimals of its amounts. */
export const currencyDecimals = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const;

export type Currency = keyof typeof currencyDecimals;

/** An amount of money as decimal text. Its digits are few enough for the smallest units of it to be counted exactly. */
function money(currency: Currency) {
  const decimals = currencyDecimals[currency];
  return shortText
    .regex(/^\d+(?:\.\d+)?$/, "Money amount must be in the format of <number> or <number>.<number>")
    .refine(
      (amount) => (amount.split(".")[1] ?? "").length <= decimals,
      `Too many decimals; ${currency} only has ${decimals} decimals`,
    )
    .refine((amount) => !/^0\d/.test(amount), "Money amount must not have leading zeros")
    .refine(
      (amount) => (amount.split(".")[0] ?? "").length <= 12,
      "Money amount must have at most 12 digits before the decimal point",
    )
    .describe(`What one unit costs in ${currency}, as decimal text with at most ${decimals} decimals.`);
}

/** The amounts of a price, of which `hasAmount` requires one. */
export const priceAmounts = {
  USD: money("USD").optional(),
  EUR: money("EUR").optional(),
  GBP: money("GBP").optional(),
  JPY: money("JPY").optional(),
  INR: money("INR").optional(),
  AUD: money("AUD").optional(),
  CAD: money("CAD").optional(),
};

export const hasAmount = z.refine<Partial<Record<Currency, unknown>>>(
  (price) => Object.keys(priceAmounts).some((currency) => (price[currency as Currency] ?? null) !== null),
  "At least one currency is required",
);

const price = z
  .object({
    ...priceAmounts,
    interval: dayInterval.optional(),
    freeTrial: dayInterval.optional(),
    serverOnly: z.boolean().default(false),
  })
  .check(hasAmount);

export const customerType = z.enum(["user", "team", "custom"]);

export const itemRepeat = z.union([dayInterval, z.enum(["never"])]);
export const itemExpiry = z.enum(["never", "when-purchase-expires", "when-repeated"]);

/** Limits how much of an item one unit of an offer includes: so little that a million units are counted exactly. */
export const includedQuantity = z.number().max(1_000_000_000);

export const offer = z.object({
  displayName: keyByDefault,
  groupId: chosenId("group").optional(),
  isAddOnTo: z.union([z.literal(false), z.record(chosenId("offer"), z.literal(true))]).default(false),
  freeTrial: dayInterval.optional(),
  serverOnly: z.boolean().default(false),
  stackable: z.boolean().optional(),
  prices: required(z.union([z.enum(["include-by-default"]), z.record(chosenId("price"), price)]), {}),
  customerType: required(customerType, "user"),
  includedItems: z.record(
    chosenId("item"),
    z.object({
      quantity: required(includedQuantity, 0),
      repeat: itemRepeat.default("never"),
      expires: itemExpiry.default("when-repeated"),
    }),
  ),
});

/** The catalogue: what may be bought, and what a purchase brings. */
export const payments = z.object({
  /** Says whether customers buy without money, to try the purchase page. It has no effect in production mode. */
  testMode: z.boolean().default(false),
  autoPay: z.object({ interval: dayInterval.optional() }),
  groups: z.record(chosenId("group"), z.object({ displayName: z.string().optional() })),
  offers: z.record(chosenId("offer"), offer),
  items: z.record(
    chosenId("item"),
    z.object({
      displayName: keyByDefault,
      customerType: customerType.default("user"),
      /** A change that takes a quantity below it is an event for webhooks; without, none is. */
      lowBalanceThreshold: z.number().optional(),
    }),
  ),
  /**
   * Says for whom clients read items and make purchase links. The official server app does both for all customers, with a publishable
   * key alone, and `own` is for projects without it. Clients then act for their user and the user's teams.
   */
  clientItemReads: z.enum(["all", "own"]).default("all"),
});
