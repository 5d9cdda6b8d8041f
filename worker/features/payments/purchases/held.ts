import type { ProjectConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import type { KeptPurchase, SubscriptionInForce } from "../../../db/payments/purchases/queries";
import { basesOf, defaultOffers, findOffer, type Offer } from "../catalogue";

/** Holds what a customer has bought and still has. */
export interface Held {
  subscriptions: readonly SubscriptionInForce[];
  purchases: readonly KeptPurchase[];
}

/** The offers that a customer subscribes to, those among them that are free and were never bought. */
export function subscribedOffers(
  config: ProjectConfig,
  customerType: CustomerType,
  { subscriptions }: Pick<Held, "subscriptions">,
): Set<string> {
  const bought = subscriptions.flatMap(({ offerId }) => offerId ?? []);
  return new Set([...bought, ...includedOffers(config, customerType, { subscriptions }).map(({ id }) => id)]);
}

/** The free offers that a customer has: those of the groups of which they subscribe to no other. */
export function includedOffers(
  config: ProjectConfig,
  customerType: CustomerType,
  { subscriptions }: Pick<Held, "subscriptions">,
): Offer[] {
  const taken = new Set(
    subscriptions.filter((row) => basesOf(offerToday(config, row)).length === 0).map((row) => groupOf(config, row)),
  );
  return defaultOffers(config, customerType).filter(({ groupId }) => !taken.has(groupId));
}

/** The offers of a group, among them those that are no longer in the configuration and that the customer still has. */
export function offersOfGroup(config: ProjectConfig, groupId: string, { subscriptions, purchases }: Held): Set<string> {
  const configured = Object.entries(config.payments.offers).filter(([, offer]) => offer.groupId === groupId);
  const held = [...subscriptions, ...purchases].filter((row) => groupOf(config, row) === groupId);
  return new Set([...configured.map(([id]) => id), ...held.flatMap(({ offerId }) => offerId ?? [])]);
}

/** The group that an offer is in today; for one that is gone, the one it was in. Inline offers are in none. */
function groupOf(config: ProjectConfig, row: KeptPurchase): string | undefined {
  return row.offerId === null ? undefined : offerToday(config, row).groupId;
}

function offerToday(config: ProjectConfig, { offerId, offer }: KeptPurchase) {
  return (offerId === null ? undefined : findOffer(config, offerId)) ?? offer;
}
