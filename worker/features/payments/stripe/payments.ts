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
import { readBought, readMetadata } from "./purchase-metadata";

/**
 * What a payment means now: the one-time purchase that it paid for, with what that includes, or nothing of it any more when
 * all of its money was given back. All of it can be written any number of times.
 *
 * @throws {StripeFailed}
 */
export async function paymentStatements(
  connection: StripeConnection & { settings: Settings },
  stripePaymentIntentId: string,
  stripeEventId: string,
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
  // Attack: a payment of one unit that names a purchase of another price.
  if (!bought || (started && !isPaid(payment, started))) return [];
  const { customerType, customerId, offerId, offer, priceId, quantity } = bought;
  const purchase = {
    ...{ projectId, customerType, customerId, offerId, offer, priceId, quantity },
    id: stored?.id ?? metadata.purchaseId ?? newId(),
    createdAt: payment.created * 1000,
    isTest: false,
    stripePaymentIntentId,
    stripeEventId,
  };
  const isRefunded = typeof payment.latest_charge === "object" && payment.latest_charge?.refunded === true;
  const refund = { projectId, stripePaymentIntentId, stripeEventId, refundedAt: Date.now() };
  return [
    ...(stored ? [] : [insertOneTimePurchase(db, purchase)]),
    ...grantPurchase(db, purchase),
    ...(isRefunded ? [markRefunded(db, refund), ...revokePurchase(db, purchase)] : []),
  ];
}

/** Whether a payment has the price of what was stored when it began. */
function isPaid(
  payment: Stripe.PaymentIntent,
  { offer, priceId, quantity }: { offer: Parameters<typeof findPrice>[0]; priceId: string | null; quantity: number },
): boolean {
  const price = priceId === null ? undefined : findPrice(offer, priceId);
  const amount = price && priceAmount(price, payment.currency.toUpperCase() as Currency);
  return amount !== undefined && payment.amount === timesQuantity(amount, quantity);
}
