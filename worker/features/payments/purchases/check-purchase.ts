import type { ProjectConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import type { PurchaseCondition } from "../../../db/payments/purchases/changes";
import type { KeptPurchase, SubscriptionInForce } from "../../../db/payments/purchases/queries";
import type { Failing } from "../../../protocol/failing";
import {
  basesOf,
  defaultOffers,
  findOffer,
  findPrice,
  isRecurring,
  type Offer,
  type PriceConfig,
  pricesOf,
} from "../catalogue";
import * as contract from "./contract";
import type { Purchase } from "./purchase-code";

/** Says what of an offer is bought. */
export interface Choice {
  priceId: string;
  quantity: number;
}

/** Says what a purchase takes the place of. */
export interface Conflicts {
  conflicts: SubscriptionInForce[];
  /** The offers that the subscriptions are to. */
  conflictingOffers: readonly string[];
}

/** A purchase that may be made. */
export interface CheckedPurchase extends Conflicts {
  price: PriceConfig;
  /** Says what must still be so when it is stored. */
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
  const { offer } = purchase;
  const price = findPrice(offer, priceId) ?? fail(contract.priceNotFound);
  if (!offer.stackable && quantity !== 1) return fail(contract.notStackable);
  const refusal = refusalOf(config, purchase, held);
  if (refusal) return fail(errors[refusal]);
  const own = ownOf(purchase);
  const group = othersOfGroup(config, purchase, held);
  return {
    price,
    ...conflictsWith(config, purchase, held),
    condition: { notPurchased: [...own, ...group], notSubscribed: offer.stackable ? [] : own },
  };
}

/** Checks that a customer may be given an offer, by the rules of a purchase; `owned` where they have it and cannot have more of it. */
export function checkGrant(
  { fail }: Failing<typeof contract.notStackable | typeof contract.baseMissing | typeof contract.groupPurchased>,
  config: ProjectConfig,
  purchase: Purchase,
  quantity: number,
  held: Held,
): (Conflicts & Pick<CheckedPurchase, "condition">) | "owned" {
  const { offer } = purchase;
  if (!offer.stackable && quantity !== 1) return fail(contract.notStackable);
  const refusal = refusalOf(config, purchase, held, offer.stackable);
  if (refusal === "base_missing" || refusal === "group_purchased") return fail(errors[refusal]);
  if (refusal) return "owned";
  const own = offer.stackable ? [] : ownOf(purchase);
  const others = othersOfGroup(config, purchase, held).filter((id) => id !== purchase.offerId);
  return {
    ...conflictsWith(config, purchase, held),
    condition: { notPurchased: [...own, ...others], notSubscribed: own },
  };
}

/** Says why a customer can buy nothing of an offer, at whichever price; the first reason in the order of the contract. */
type PurchaseRefusal = keyof typeof errors;

const errors = {
  already_purchased: contract.alreadyPurchased,
  already_subscribed: contract.alreadySubscribed,
  base_missing: contract.baseMissing,
  group_purchased: contract.groupPurchased,
};

/** @param hasMore whether it may be had beside what was bought once of the same offer */
function refusalOf(
  config: ProjectConfig,
  purchase: Purchase,
  held: Held,
  hasMore = false,
): PurchaseRefusal | undefined {
  const { offer, customer } = purchase;
  const own = ownOf(purchase);
  const purchased = new Set(held.purchases.map(({ offerId }) => offerId));
  if (!hasMore && own.some((id) => purchased.has(id))) return "already_purchased";
  const subscribed = subscribedOffers(config, customer.customerType, held);
  if (!offer.stackable && own.some((id) => subscribed.has(id))) return "already_subscribed";
  const bases = basesOf(offer);
  if (bases.length > 0 && !bases.some((id) => subscribed.has(id) || purchased.has(id))) return "base_missing";
  const others = othersOfGroup(config, purchase, held).filter((id) => !own.includes(id));
  return others.some((id) => purchased.has(id)) ? "group_purchased" : undefined;
}

/** The offer's own id; none of an inline one. */
function ownOf({ offerId }: Purchase): string[] {
  return offerId === null ? [] : [offerId];
}

/** Returns what of the purchase's group ends with it. */
export function conflictsWith(config: ProjectConfig, purchase: Purchase, held: Held): Conflicts {
  const conflictingOffers = replacedOffers(config, purchase, held);
  return { conflictingOffers, conflicts: subscriptionsTo(conflictingOffers, held) };
}

/** The offers whose subscriptions end with the purchase. */
function replacedOffers(config: ProjectConfig, purchase: Purchase, held: Held): string[] {
  const group = othersOfGroup(config, purchase, held);
  return purchase.offer.stackable ? group.filter((id) => id !== purchase.offerId) : group;
}

interface Preview {
  refusal: PurchaseRefusal | undefined;
  isAlreadyBought: boolean;
  /** The subscriptions that it takes the place of, as one that is paid again. */
  conflicts: SubscriptionInForce[];
  /** The subscriptions that it takes the place of, at whichever price. */
  replaced: SubscriptionInForce[];
}

/** Returns what a page shows of a purchase before it is made. */
export function previewPurchase(config: ProjectConfig, purchase: Purchase, held: Held): Preview {
  const { offer, offerId, customer } = purchase;
  const isHeld = offerId !== null && subscribedOffers(config, customer.customerType, held).has(offerId);
  const isRenewed = Object.values(pricesOf(offer)).some(isRecurring);
  const others = othersOfGroup(config, purchase, held).filter((id) => id !== offerId);
  return {
    refusal: refusalOf(config, purchase, held),
    replaced: subscriptionsTo(replacedOffers(config, purchase, held), held),
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

/** Holds what a customer has bought and still has. */
export interface Held {
  subscriptions: readonly SubscriptionInForce[];
  purchases: readonly KeptPurchase[];
}

/** The offers that a customer subscribes to, those among them that are free and were never bought. */
function subscribedOffers(
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
