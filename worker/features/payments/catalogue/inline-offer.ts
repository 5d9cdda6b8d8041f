import * as z from "zod";
import {
  chosenId,
  customerType,
  dayInterval,
  hasAmount,
  includedQuantity,
  itemExpiry,
  itemRepeat,
  type OfferConfig,
  priceAmounts,
} from "../../../config";
import { ofFewEntries, shortText } from "../../../protocol/fields";

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

/** The same in the form of the configuration, in which it is stored. It belongs to no group and is held once. */
export function offerOfInline(inline: z.output<typeof InlineOffer>): OfferConfig {
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
    stackable: false,
    prices: Object.fromEntries(prices),
    includedItems: inline.included_items,
  };
}
