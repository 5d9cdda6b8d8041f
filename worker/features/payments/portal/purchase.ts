import type { OfferConfig, ProjectConfig } from "../../../config";
import type { OneTimePurchaseRow, SubscriptionRow } from "../../../db/payments/purchases/queries";
import type { Project } from "../../../db/projects/project";
import type { Tier } from "../../../protocol/tiers";
import {
  basesOf,
  dateOrNull,
  findOffer,
  findPrice,
  isRecurring,
  type Offer,
  type PriceConfig,
  pricesOf,
  toWirePrice,
} from "../catalogue";
import { type Held, offersOfGroup } from "../purchases";
import type { Invoice } from "../stripe";
import { maxSwitchOptions, type WireInvoice, type WireOneTimePurchase, type WireSubscription } from "./contract";

/** Tells whether a subscription gives what it includes. One in test mode ends with its period. */
export function isInForce({ endedAt, isTest, currentPeriodEnd }: SubscriptionRow, now: number): boolean {
  return endedAt === null && !(isTest && currentPeriodEnd !== null && currentPeriodEnd <= now);
}

/** Tells whether the provider goes on with a subscription that gives nothing at present, until it is paid. */
export function isOverdue({ replacedBy, status }: SubscriptionRow): boolean {
  return replacedBy === null && ["past_due", "unpaid", "paused"].includes(status);
}

/** Says who looks at a customer's subscriptions, and what the customer has at that time. */
interface View {
  project: Project;
  tier: Tier;
  held: Held;
  now: number;
}

export function toWireSubscription(row: SubscriptionRow, { project, tier, held, now }: View): WireSubscription {
  const { config } = project;
  const givesRights = isInForce(row, now);
  const isOpen = givesRights || isOverdue(row);
  const isOver = !isOpen && row.status !== "incomplete";
  return {
    ...toWireBought(config, row),
    status: isOver && row.status !== "incomplete_expired" ? "canceled" : row.status,
    current_period_start_millis: row.currentPeriodStart,
    current_period_end_millis: dateOrNull(row.currentPeriodEnd),
    cancels_at_period_end: row.cancelsAtPeriodEnd,
    ended_at_millis: isOver ? (row.endedAt ?? row.currentPeriodEnd) : null,
    // One that gives nothing ends at once.
    can_cancel: isOpen && !(givesRights && row.cancelsAtPeriodEnd),
    can_resume: isOpen && row.cancelsAtPeriodEnd,
    switch_options: (givesRights ? switchOptions(project, tier, row, held) : [])
      .slice(0, maxSwitchOptions)
      .map((option) => ({
        offer_id: option.offer.id,
        offer_display_name: displayName(option.offer),
        price_id: option.priceId,
        price: toWirePrice(option.price),
      })),
  };
}

export function toWireOneTimePurchase(config: ProjectConfig, row: OneTimePurchaseRow): WireOneTimePurchase {
  return { ...toWireBought(config, row), refunded_at_millis: row.refundedAt };
}

/** @param rows what the customer subscribes to: the one that goes on, of those that are one at the provider */
export function toWireInvoice(invoice: Invoice, rows: readonly SubscriptionRow[]): WireInvoice {
  const { stripeSubscriptionId } = invoice;
  const row = rows.find((each) => each.replacedBy === null && each.stripeSubscriptionId === stripeSubscriptionId);
  return {
    id: invoice.id,
    number: invoice.number,
    created_at_millis: invoice.createdAt,
    status: invoice.status,
    currency: invoice.currency,
    total: invoice.total,
    amount_due: invoice.amountDue,
    hosted_invoice_url: invoice.pageUrl,
    invoice_pdf_url: invoice.pdfUrl,
    subscription_id: (stripeSubscriptionId !== null && row?.id) || null,
  };
}

export function displayName(offer: OfferConfig): string {
  return offer.displayName || "Offer";
}

/** By the name that the offer has today, and at the price at which it was bought. */
function toWireBought(config: ProjectConfig, row: SubscriptionRow | OneTimePurchaseRow) {
  const { offerId, offer, priceId } = row;
  const price = priceId === null ? undefined : findPrice(offer, priceId);
  return {
    id: row.id,
    offer_id: offerId,
    offer_display_name: displayName((offerId === null ? undefined : findOffer(config, offerId)) ?? offer),
    quantity: row.quantity,
    price: price ? toWirePrice(price) : null,
    created_at_millis: row.createdAt,
    is_test: row.isTest,
  };
}

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
