import type { OfferConfig, ProjectConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import type { SubscriptionGrants } from "../../../db/payments/items/queries";
import {
  addInterval,
  basesOf,
  type DayInterval,
  defaultOffers,
  findOffer,
  intervalsBetween,
  type Offer,
} from "../catalogue";

/** Says what a purchase includes of one item, and when. */
export interface Holding {
  /** Says what one grant brings, for all purchased units together. */
  amount: number;
  /** The same as it was before the offer was changed, where that was more: a grant that is over took its uses with it. */
  pastAmount: number;
  /** Null for what is granted once. */
  repeat: DayInterval | null;
  expires: OfferConfig["includedItems"][string]["expires"];
  /** Of the first grant, from which the others are counted. */
  startedAt: number;
  /** The end of the current period; null for a purchase without one. */
  periodEnd: number | null;
  /** Says when the purchase ended for good; null as long as it has not. */
  endedAt: number | null;
  /** Times in which it is out of force, in order and apart from each other. */
  pauses: readonly { from: number; until: number }[];
}

/** Returns what is left of the grants of a holding at a time, if nothing was used. */
export function liveAmount(holding: Holding, now: number): number {
  const { amount, repeat, expires } = holding;
  const made = grantsMade(holding, now);
  if (made === 0) return 0;
  if (expires === "when-purchase-expires") {
    return now < endOfGrants(holding) && !isPaused(holding, now) ? amount * made : 0;
  }
  if (repeat === null || expires === "never") return amount * made;
  const window = grantsBefore(holding, Math.min(now + 1, endOfGrants(holding))) - 1;
  return now < endOfWindow(holding, repeat, window) && !isSkipped(holding, repeat, window, now) ? amount : 0;
}

/** Returns what expired of a holding after one time and until another. */
export function expiriesOf(
  holding: Holding,
  { after, until }: { after: number; until: number },
): { at: number; amount: number }[] {
  const { pastAmount, repeat, expires } = holding;
  const end = endOfGrants(holding);
  if (end <= holding.startedAt) return [];
  if (expires === "when-purchase-expires") {
    return end > after && end <= until ? [{ at: end, amount: pastAmount * grantsMade(holding, end) }] : [];
  }
  if (repeat === null || expires === "never") return [];
  const expired: { at: number; amount: number }[] = [];
  let window = intervalsBetween(holding.startedAt, after, repeat);
  let at = endOfWindow(holding, repeat, window);
  // Infinity is after every other time, so that this ends for each interval that has a length.
  while (at <= until && addInterval(holding.startedAt, repeat, window) < end) {
    if (at > after && !isSkipped(holding, repeat, window, at)) expired.push({ at, amount: pastAmount });
    window += 1;
    at = endOfWindow(holding, repeat, window);
  }
  return expired;
}

/** The number of grants until a time. */
function grantsMade(holding: Holding, now: number): number {
  const until = Math.min(now + 1, endOfGrants(holding));
  const made = grantsBefore(holding, until);
  if (holding.repeat === null)
    return made > 0 && holding.pauses.every(({ from, until: end }) => from > holding.startedAt || end <= now) ? 1 : 0;
  if (holding.expires === "when-repeated") return made;
  const missed = holding.pauses.map(
    (pause) => grantsBefore(holding, Math.min(pause.until, until)) - grantsBefore(holding, Math.min(pause.from, until)),
  );
  return missed.reduce((left, count) => left - count, made);
}

/** The number of grants before a time, those in pauses among them. */
function grantsBefore({ startedAt, repeat }: Holding, time: number): number {
  if (time <= startedAt) return 0;
  return repeat === null ? 1 : intervalsBetween(startedAt, time - 1, repeat) + 1;
}

/** After this time nothing is granted. */
function endOfGrants({ periodEnd, endedAt }: Holding): number {
  return Math.min(periodEnd ?? Number.POSITIVE_INFINITY, endedAt ?? Number.POSITIVE_INFINITY);
}

/** A grant outlasts its period, after which the next one may follow, but not its purchase. */
function endOfWindow({ startedAt, endedAt }: Holding, repeat: DayInterval, window: number): number {
  return Math.min(addInterval(startedAt, repeat, window + 1), endedAt ?? Number.POSITIVE_INFINITY);
}

function isPaused({ pauses }: Holding, now: number): boolean {
  return pauses.some(({ from, until }) => from <= now && now < until);
}

/** Tells whether a grant was not in force at any time of its window until now. */
function isSkipped(holding: Holding, repeat: DayInterval, window: number, now: number): boolean {
  const start = addInterval(holding.startedAt, repeat, window);
  const end = Math.min(endOfWindow(holding, repeat, window), now + 1);
  return holding.pauses.some(({ from, until }) => from <= start && end <= until);
}

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
