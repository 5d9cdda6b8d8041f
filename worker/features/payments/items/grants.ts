import type { OfferConfig } from "../../../config";
import { addInterval, type DayInterval, intervalsBetween } from "../catalogue";

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
    return now < endOf(holding) && !isPaused(holding, now) ? amount * made : 0;
  }
  if (repeat === null || expires === "never") return amount * made;
  const window = grantsBefore(holding, Math.min(now + 1, endOf(holding))) - 1;
  return now < endOfWindow(holding, repeat, window) && !isSkipped(holding, repeat, window, now) ? amount : 0;
}

/** Returns what expired of a holding after one time and until another. */
export function expiriesOf(
  holding: Holding,
  { after, until }: { after: number; until: number },
): { at: number; amount: number }[] {
  const { pastAmount, repeat, expires } = holding;
  const end = endOf(holding);
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
  const until = Math.min(now + 1, endOf(holding));
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
function endOf({ periodEnd, endedAt }: Holding): number {
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
