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
import { shortText } from "../../../protocol/fields";

const InlinePrice = z
  .strictObject({ ...priceAmounts, interval: dayInterval.optional(), free_trial: dayInterval.optional() })
  .check(hasAmount);

const InlineItem = z.strictObject({
  quantity: includedQuantity.default(0),
  repeat: itemRepeat.default("never"),
  expires: itemExpiry.default("never"),
});

/** So many that an offer fits the row of its purchase. */
const maxEntries = 100;

function atMost(kind: string) {
  return z.refine<object>(
    (entries) => Object.keys(entries).length <= maxEntries,
    `An offer has at most ${maxEntries} ${kind}`,
  );
}

/** An offer that a backend describes in its request, instead of naming one of the configuration. */
export const InlineOffer = z.strictObject({
  display_name: shortText,
  customer_type: customerType,
  free_trial: dayInterval.optional(),
  server_only: z.literal(true).default(true),
  prices: z.record(chosenId("price"), InlinePrice).check(atMost("prices")),
  included_items: z.record(chosenId("item"), InlineItem).check(atMost("included items")).default({}),
});

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
