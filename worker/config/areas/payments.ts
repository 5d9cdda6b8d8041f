import * as z from "zod";
import { shortText } from "../../protocol/fields";
import { mustBeInteger } from "../../protocol/validation-messages";
import { chosenId, keyByDefault, required } from "../settings";

/** A count and a unit: `[2, "week"]`. */
const dayInterval = z.tuple([
  z.number().refine(Number.isInteger, mustBeInteger).min(0),
  z.enum(["day", "week", "month", "year"]),
]);

/** An amount of money as decimal text. */
function money(currency: string, decimals: number) {
  return shortText
    .regex(/^\d+(?:\.\d+)?$/, "Money amount must be in the format of <number> or <number>.<number>")
    .refine(
      (amount) => (amount.split(".")[1] ?? "").length <= decimals,
      `Too many decimals; ${currency} only has ${decimals} decimals`,
    )
    .refine((amount) => !/^0\d/.test(amount), "Money amount must not have leading zeros");
}

const currencies = {
  USD: money("USD", 2).optional(),
  EUR: money("EUR", 2).optional(),
  GBP: money("GBP", 2).optional(),
  JPY: money("JPY", 0).optional(),
  INR: money("INR", 2).optional(),
  AUD: money("AUD", 2).optional(),
  CAD: money("CAD", 2).optional(),
};

const price = z
  .object({
    ...currencies,
    interval: dayInterval.optional(),
    freeTrial: dayInterval.optional(),
    serverOnly: z.boolean().default(false),
  })
  .refine(
    (fields) =>
      Object.keys(currencies).some((currency) => (fields[currency as keyof typeof currencies] ?? null) !== null),
    "At least one currency is required",
  );

const customerType = z.enum(["user", "team", "custom"]);

const offer = z.object({
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
      quantity: required(z.number(), 0),
      repeat: z.union([dayInterval, z.enum(["never"])]).default("never"),
      expires: z.enum(["never", "when-purchase-expires", "when-repeated"]).default("when-repeated"),
    }),
  ),
});

/** The catalogue: what may be bought, and what a purchase brings. */
export const payments = z.object({
  autoPay: z.object({ interval: dayInterval.optional() }),
  groups: z.record(chosenId("group"), z.object({ displayName: z.string().optional() })),
  offers: z.record(chosenId("offer"), offer),
  items: z.record(
    chosenId("item"),
    z.object({ displayName: keyByDefault, customerType: customerType.default("user") }),
  ),
});
