import type { BillingPrice } from "../../kit/billing/purchases";
import type { Tone } from "../../ui/feedback/alert";
import { currenciesOf, type Price, priceText } from "../../ui/text/price-text";
import { msg } from "../translation/message";
import type { Translate } from "../translation/use-translation";

/**
 * Returns what some units cost in each currency of a price: which one of them a customer has paid in is not listed. Empty where nothing
 * is to be paid.
 */
export function pricesText(price: BillingPrice | null, quantity: number, t: Translate): string {
  if (!price) return "";
  const texts = currenciesOf(price as Price).map((currency) => priceText(price as Price, currency, quantity, t));
  return new Intl.ListFormat(t.language, { type: "disjunction" }).format(texts);
}

const statuses = {
  active: { tone: "success", label: msg("Active") },
  trialing: { tone: "accent", label: msg("Free trial") },
  past_due: { tone: "danger", label: msg("Payment overdue") },
  unpaid: { tone: "danger", label: msg("Payment overdue") },
  incomplete: { tone: "warning", label: msg("Not paid yet") },
  paused: { tone: "neutral", label: msg("Paused") },
  canceled: { tone: "neutral", label: msg("Ended") },
  incomplete_expired: { tone: "neutral", label: msg("Ended") },
} as const satisfies Record<string, { tone: Tone; label: string }>;

/** Returns how a subscription's status, as Stripe names it, is shown; undefined for one that is not known. */
export function statusOf(status: string): (typeof statuses)[keyof typeof statuses] | undefined {
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : undefined;
}
