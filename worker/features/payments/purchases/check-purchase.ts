import type { ProjectConfig } from "../../../config";
import type { PurchaseCondition } from "../../../db/payments/purchases/changes";
import type { SubscriptionInForce } from "../../../db/payments/purchases/queries";
import type { Failing } from "../../../protocol/failing";
import { basesOf, findPrice, isRecurring, type PriceConfig, pricesOf } from "../catalogue";
import * as contract from "./contract";
import { type Held, offersOfGroup, subscribedOffers } from "./held";
import type { Purchase } from "./purchase-code";

/** What of an offer is bought. */
export interface Choice {
  priceId: string;
  quantity: number;
}

/** What a purchase takes the place of. */
export interface Conflicts {
  conflicts: SubscriptionInForce[];
  /** The offers that the subscriptions are to. */
  conflictingOffers: readonly string[];
}

/** A purchase that may be made. */
export interface CheckedPurchase extends Conflicts {
  price: PriceConfig;
  /** What must still be so when it is stored. */
  condition: Pick<PurchaseCondition, "notPurchased" | "notSubscribed">;
}

type CheckError = Exclude<(typeof contract.purchaseErrors)[number], string>;

/** Checks that a customer may buy an offer, in the order of the contract. */
export function checkPurchase(
  { fail }: Failing<CheckError>,
  config: ProjectConfig,
  purchase: Purchase,
  { priceId, quantity }: Choice,
  held: Held,
): CheckedPurchase {
  const { offer, customer } = purchase;
  const price = findPrice(offer, priceId) ?? fail(contract.priceNotFound);
  if (!offer.stackable && quantity !== 1) return fail(contract.notStackable);
  const own = purchase.offerId === null ? [] : [purchase.offerId];
  const purchased = new Set(held.purchases.map(({ offerId }) => offerId));
  if (own.some((id) => purchased.has(id))) return fail(contract.alreadyPurchased);
  const subscribed = subscribedOffers(config, customer.customerType, held);
  const notSubscribed = offer.stackable ? [] : own;
  if (notSubscribed.some((id) => subscribed.has(id))) return fail(contract.alreadySubscribed);
  const bases = basesOf(offer);
  if (bases.length > 0 && !bases.some((id) => subscribed.has(id) || purchased.has(id))) {
    return fail(contract.baseMissing);
  }
  const group = othersOfGroup(config, purchase, held);
  if (group.some((id) => purchased.has(id))) return fail(contract.groupPurchased);
  return {
    price,
    ...conflictsWith(config, purchase, held),
    condition: { notPurchased: [...own, ...group], notSubscribed },
  };
}

/** What of the purchase's group ends with it. */
export function conflictsWith(config: ProjectConfig, purchase: Purchase, held: Held): Conflicts {
  const group = othersOfGroup(config, purchase, held);
  const conflictingOffers = purchase.offer.stackable ? group.filter((id) => id !== purchase.offerId) : group;
  return { conflictingOffers, conflicts: subscriptionsTo(conflictingOffers, held) };
}

/** What a page shows of a purchase before it is made. */
export function previewPurchase(
  config: ProjectConfig,
  purchase: Purchase,
  held: Held,
): { isAlreadyBought: boolean; conflicts: SubscriptionInForce[] } {
  const { offer, offerId, customer } = purchase;
  const isHeld = offerId !== null && subscribedOffers(config, customer.customerType, held).has(offerId);
  const isRenewed = Object.values(pricesOf(offer)).some(isRecurring);
  const others = othersOfGroup(config, purchase, held).filter((id) => id !== offerId);
  return {
    isAlreadyBought: isHeld && !offer.stackable,
    conflicts: isRenewed ? subscriptionsTo(others, held) : [],
  };
}

/** The offers of the purchase's group that it cannot be held beside: all but those that it adds on to. */
function othersOfGroup(config: ProjectConfig, { offerId, offer }: Purchase, held: Held): string[] {
  if (offerId === null || offer.groupId === undefined) return [];
  const bases = new Set(basesOf(offer));
  return [...offersOfGroup(config, offer.groupId, held)].filter((id) => !bases.has(id));
}

function subscriptionsTo(offerIds: readonly string[], { subscriptions }: Held): SubscriptionInForce[] {
  return subscriptions.filter(({ offerId }) => offerId !== null && offerIds.includes(offerId));
}
