import type { OfferConfig, ProjectConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import type { PriceConfig } from "./money";

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
