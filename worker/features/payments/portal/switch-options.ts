import type { SubscriptionRow } from "../../../db/payments/purchases/portal";
import type { Project } from "../../../db/projects/project";
import type { Tier } from "../../../protocol/tiers";
import { basesOf, findOffer, isRecurring, type Offer, type PriceConfig, pricesOf } from "../catalogue";
import { type Held, offersOfGroup } from "../purchases";

/** A price to which a subscription can be switched. */
export interface SwitchOption {
  offer: Offer;
  priceId: string;
  price: PriceConfig;
}

/**
 * Returns the prices to which a tier can switch a subscription in force. These are the recurring prices of its group, by the rules of a
 * purchase. An add-on is not switched, and nothing is switched to an add-on.
 *
 * Attack: a subscription in test mode costs nothing. Its customer switches it to the most expensive offer, or to and fro for new periods.
 * So in production mode only servers switch it.
 */
export function switchOptions(
  { config, isProductionMode }: Project,
  tier: Tier,
  { id, offerId, priceId, quantity, isTest }: SubscriptionRow,
  held: Held,
): SwitchOption[] {
  if (isTest && isProductionMode && tier === "client") return [];
  const current = offerId === null ? undefined : findOffer(config, offerId);
  if (!current?.groupId || basesOf(current).length > 0) return [];
  const group = offersOfGroup(config, current.groupId, held);
  // What was paid once for good excludes all other offers of the group.
  if (held.purchases.some((purchase) => purchase.offerId !== null && group.has(purchase.offerId))) return [];
  const others = new Set(held.subscriptions.filter((row) => row.id !== id).map((row) => row.offerId));
  const isForClients = (each: { serverOnly?: boolean | undefined }) => tier !== "client" || !each.serverOnly;
  const offers = [...group].flatMap((each) => findOffer(config, each) ?? []);
  return offers
    .filter((offer) => offer.customerType === current.customerType && basesOf(offer).length === 0)
    .filter((offer) => isForClients(offer) && (offer.stackable || (quantity === 1 && !others.has(offer.id))))
    .flatMap((offer) =>
      Object.entries(pricesOf(offer))
        .filter(([, price]) => isRecurring(price) && isForClients(price))
        .map(([each, price]) => ({ offer, priceId: each, price })),
    )
    .filter((option) => option.offer.id !== offerId || option.priceId !== priceId);
}
