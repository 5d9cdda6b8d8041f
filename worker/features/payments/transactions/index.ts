import type { OfferConfig } from "../../../config";
import type { ChangeRow, OneTimeRow, SubscriptionRow } from "../../../db/payments/transactions/queries";
import { findPrice, toWirePrice } from "../catalogue";
import type { Transaction } from "./contract";

/** Returns what all that was bought has in a list, of the offer as it was then. */
function bought(row: SubscriptionRow | OneTimeRow) {
  return {
    id: row.id,
    created_at_millis: row.createdAt,
    customer_type: row.customerType,
    customer_id: row.customerId,
    customer_display_name: row.customerName,
    quantity: row.quantity,
    test_mode: row.isTest,
    offer_id: row.offerId,
    offer_display_name: row.offer.displayName || null,
    price: priceOf(row.offer, row.priceId),
    stripe_event_id: row.stripeEventId,
  };
}

export function subscriptionTransaction(row: SubscriptionRow): Transaction {
  const { status, stripeSubscriptionId } = row;
  return { ...bought(row), type: "subscription", status, stripe_subscription_id: stripeSubscriptionId };
}

export function oneTimeTransaction(row: OneTimeRow): Transaction {
  const { refundedAt, stripePaymentIntentId } = row;
  return {
    ...bought(row),
    type: "one_time",
    status: null,
    refunded_at_millis: refundedAt,
    stripe_payment_intent_id: stripePaymentIntentId,
  };
}

export function changeTransaction(row: ChangeRow): Transaction {
  return {
    id: row.id,
    type: "item_quantity_change",
    created_at_millis: row.createdAt,
    customer_type: row.customerType,
    customer_id: row.customerId,
    customer_display_name: row.customerName,
    quantity: row.delta,
    test_mode: false,
    offer_display_name: null,
    price: null,
    status: null,
    item_id: row.itemId,
    description: row.description,
    expires_at_millis: row.expiresAt,
  };
}

function priceOf(offer: OfferConfig, priceId: string | null): Transaction["price"] {
  const price = priceId === null ? undefined : findPrice(offer, priceId);
  return price ? toWirePrice(price) : null;
}
