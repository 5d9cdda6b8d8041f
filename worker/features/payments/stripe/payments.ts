import type { Stripe } from "stripe";
import type { Currency } from "../../../config";
import { grantPurchase, revokePurchase } from "../../../db/payments/items/changes";
import { insertOneTimePurchase } from "../../../db/payments/purchases/changes";
import { selectStartedPurchase } from "../../../db/payments/purchases/queries";
import { markRefunded, selectPaidPurchase } from "../../../db/payments/purchases/synced";
import type { Statement } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { newId } from "../../../platform/secrets";
import { findPrice, priceAmount, timesQuantity } from "../catalogue";
import { ask, openStripe, type StripeConnection } from "./connection";
import { endReplacedBy } from "./endings";
import { type Bought, readBought, readMetadata } from "./purchase-metadata";

/**
 * Makes the statements that store what a payment means now. It means the one-time purchase that it paid for, with what that includes. Where
 * all of its money was given back, nothing of that is left. The statements can be written any number of times.
 *
 * @throws {StripeFailed}
 */
export async function paymentStatements(
  connection: StripeConnection & { settings: Settings },
  stripePaymentIntentId: string,
  /** Null where it is read without an event. */
  stripeEventId: string | null,
): Promise<Statement[]> {
  const { db, stripe, projectId, stripeAccountId } = connection;
  const client = await openStripe(stripe, stripeAccountId);
  const payment = await ask(() => client.paymentIntents.retrieve(stripePaymentIntentId, { expand: ["latest_charge"] }));
  const metadata = readMetadata(projectId, payment.metadata);
  if (metadata?.purchaseKind !== "ONE_TIME" || payment.status !== "succeeded") return [];
  const [[stored], [started]] = await db.batch([
    selectPaidPurchase(db, { projectId, stripePaymentIntentId }),
    selectStartedPurchase(db, { projectId, id: metadata.purchaseId ?? "" }),
  ]);
  const bought = stored ?? (await readBought(connection, metadata, started));
  if (!bought || !(stored || isPaid(payment, bought))) return [];
  const { customerType, customerId, offerId, offer, priceId, quantity } = bought;
  const purchase = {
    ...{ projectId, customerType, customerId, offerId, offer, priceId, quantity },
    id: stored?.id ?? metadata.purchaseId ?? newId(),
    createdAt: payment.created * 1000,
    isTest: false,
    stripePaymentIntentId,
    stripeEventId,
  };
  const isGivenBack = await isRefunded(client, payment);
  const refund = { projectId, stripePaymentIntentId, stripeEventId, refundedAt: Date.now() };
  const isNew = !stored && started !== undefined && !isGivenBack;
  return [
    ...(stored ? [] : [insertOneTimePurchase(db, purchase)]),
    ...(isNew ? await endReplacedBy(connection, started, { by: null, now: Date.now() }) : []),
    ...grantPurchase(db, purchase),
    ...(isGivenBack ? [markRefunded(db, refund), ...revokePurchase(db, purchase)] : []),
  ];
}

/**
 * Tells whether what was received is the price of what was bought. Where only the metadata say what that was, and not at which
 * price, there is nothing to compare it with.
 *
 * Attack: a payment of a small amount, or of which a part was captured, names a purchase of a higher price.
 */
function isPaid({ amount_received, currency }: Stripe.PaymentIntent, { offer, priceId, quantity }: Bought): boolean {
  if (priceId === null) return true;
  const price = findPrice(offer, priceId);
  const amount = price && priceAmount(price, currency.toUpperCase() as Currency);
  return amount !== undefined && amount_received === timesQuantity(amount, quantity);
}

/** Tells whether all of the money was given back, by the project or by the customer's bank after a dispute. */
async function isRefunded(client: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<boolean> {
  if (typeof charge !== "object" || charge === null) return false;
  if (charge.refunded || !charge.disputed) return charge.refunded;
  const disputes = await ask(() => client.disputes.list({ payment_intent: id, limit: 100 }));
  return disputes.data.some(({ status }) => status === "lost");
}
