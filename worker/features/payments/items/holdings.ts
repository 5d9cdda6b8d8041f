import type { OfferConfig, ProjectConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import type { SubscriptionGrants } from "../../../db/payments/items/queries";
import { basesOf, defaultOffers, findOffer, type Offer } from "../catalogue";
import type { Holding } from "./grants";

type IncludedItem = OfferConfig["includedItems"][string];

/** Names the customer whose items are computed. */
interface Customer {
  customerType: CustomerType;
  /** Says since when they can have held what is free. */
  since: number;
}

/** Returns what a customer's subscriptions, and the free offers of groups, include of an item. */
export function holdingsOf(
  config: ProjectConfig,
  itemId: string,
  customer: Customer,
  subscriptions: readonly SubscriptionGrants[],
): Holding[] {
  return [
    ...subscriptions.flatMap((row) => boughtHolding(config, itemId, row) ?? []),
    ...defaultOffers(config, customer.customerType).flatMap(
      (offer) => defaultHolding(config, itemId, { offer, since: customer.since, subscriptions }) ?? [],
    ),
  ];
}

/** By the offer as it is today; one that was given inline, or is gone, by what was bought. */
function boughtHolding(config: ProjectConfig, itemId: string, row: SubscriptionGrants): Holding | undefined {
  const today = row.offerId === null ? row.offer : findOffer(config, row.offerId);
  const [now, then] = [today && included(today, itemId), included(row.offer, itemId)];
  const item = now ?? then;
  if (!item) return undefined;
  return {
    ...termsOf(item),
    amount: amountOf(now) * row.quantity,
    pastAmount: Math.max(amountOf(now), amountOf(then)) * row.quantity,
    startedAt: row.createdAt,
    periodEnd: row.currentPeriodEnd,
    endedAt: row.endedAt,
    pauses: [],
  };
}

/** A free offer is in force whenever the customer has bought none of its group. */
function defaultHolding(
  config: ProjectConfig,
  itemId: string,
  { offer, since, subscriptions }: { offer: Offer; since: number; subscriptions: readonly SubscriptionGrants[] },
): Holding | undefined {
  const item = included(offer, itemId);
  if (!item) return undefined;
  const bought = subscriptions.filter((row) => takesPlaceOf(offer, config, row));
  const amount = amountOf(item);
  return {
    ...termsOf(item),
    ...{ amount, pastAmount: amount, startedAt: since, periodEnd: null, endedAt: null },
    pauses: joined(bought.map((row) => ({ from: row.createdAt, until: endOf(row) }))),
  };
}

function takesPlaceOf({ groupId }: Offer, config: ProjectConfig, { offerId, offer }: SubscriptionGrants): boolean {
  if (offerId === null) return false;
  const today = findOffer(config, offerId) ?? offer;
  return today.groupId === groupId && basesOf(today).length === 0;
}

/** In test mode a subscription is never renewed. */
function endOf({ endedAt, isTest, currentPeriodEnd }: SubscriptionGrants): number {
  const end = endedAt ?? Number.POSITIVE_INFINITY;
  return isTest ? Math.min(end, currentPeriodEnd ?? end) : end;
}

function termsOf({ repeat, expires }: IncludedItem): Pick<Holding, "repeat" | "expires"> {
  // An interval of no length repeats nothing.
  return { repeat: repeat !== "never" && repeat[0] > 0 ? repeat : null, expires };
}

function included({ includedItems }: OfferConfig, itemId: string): IncludedItem | undefined {
  return Object.hasOwn(includedItems, itemId) ? includedItems[itemId] : undefined;
}

function amountOf(item: IncludedItem | undefined): number {
  return Math.max(item?.quantity ?? 0, 0);
}

/** Times that overlap or touch become one. @param times in the order in which they begin */
function joined(times: readonly { from: number; until: number }[]): Holding["pauses"] {
  const result: { from: number; until: number }[] = [];
  for (const { from, until } of times) {
    if (until <= from) continue;
    const last = result.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else result.push({ from, until });
  }
  return result;
}
