import type { Stripe } from "stripe";
import { ask, openStripe, type StripeConnection } from "./connection";

/** Money that was received. Amounts are integers of the currency's smallest unit. */
export interface Payment {
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** In capital letters. */
  currency: string;
  amount: number;
  refundedAmount: number;
  /** Is true if the customer's bank disputes it, or has. */
  isDisputed: boolean;
  /** Of a subscription's payment. */
  invoiceNumber: string | null;
}

/** Money that was given back, or is on its way. */
export interface Refund {
  id: string;
  status: "succeeded" | "pending";
  amount: number;
  currency: string;
}

type Account = Pick<StripeConnection, "stripe" | "stripeAccountId">;

/** A payment with what was given back of it. @throws {StripeFailed} */
export async function readPayment({ stripe, stripeAccountId }: Account, id: string): Promise<Payment> {
  const client = await openStripe(stripe, stripeAccountId);
  return retrieve(client, id, null);
}

/** The payments of a subscription's newest paid invoices, newest first. @throws {StripeFailed} */
export async function readSubscriptionPayments(
  { stripe, stripeAccountId }: Account,
  stripeSubscriptionId: string,
  limit: number,
): Promise<Payment[]> {
  const client = await openStripe(stripe, stripeAccountId);
  const { data } = await ask(() =>
    client.invoices.list({ subscription: stripeSubscriptionId, status: "paid", limit, expand: ["data.payments"] }),
  );
  // An invoice of nothing has no payment, and one that was paid elsewhere none at Stripe.
  const paid = data.flatMap(({ number, payments }) =>
    (payments?.data ?? []).flatMap((each) => {
      const payment = each.status === "paid" ? each.payment.payment_intent : undefined;
      return payment ? [{ id: idOf(payment), number }] : [];
    }),
  );
  return Promise.all(paid.slice(0, limit).map(({ id, number }) => retrieve(client, id, number)));
}

/** Tells whether a payment has paid for an invoice of a subscription. @throws {StripeFailed} */
export async function isPaymentOf(
  { stripe, stripeAccountId }: Account,
  { stripeSubscriptionId, paymentId }: { stripeSubscriptionId: string; paymentId: string },
): Promise<boolean> {
  const client = await openStripe(stripe, stripeAccountId);
  const { data } = await ask(() =>
    client.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentId },
      expand: ["data.invoice"],
    }),
  );
  return data.some(({ invoice }) => {
    const parent = typeof invoice === "object" && "parent" in invoice ? invoice.parent : null;
    const subscription = parent?.subscription_details?.subscription;
    return subscription !== undefined && subscription !== null && idOf(subscription) === stripeSubscriptionId;
  });
}

/**
 * Gives a payment back.
 *
 * @param refund.amount all that was not given back yet, where it is undefined
 * @param refund.key makes one refund, however often it is used
 * @throws {StripeFailed}
 */
export async function createRefund(
  { stripe, stripeAccountId }: Account,
  refund: { paymentId: string; amount: number | undefined; key: string },
): Promise<Refund> {
  const client = await openStripe(stripe, stripeAccountId);
  const { id, status, amount, currency } = await ask(() =>
    client.refunds.create(
      { payment_intent: refund.paymentId, ...(refund.amount !== undefined && { amount: refund.amount }) },
      { idempotencyKey: refund.key },
    ),
  );
  return {
    ...{ id, amount, currency: currency.toUpperCase() },
    status: status === "succeeded" ? "succeeded" : "pending",
  };
}

async function retrieve(client: Stripe, id: string, invoiceNumber: string | null): Promise<Payment> {
  const payment = await ask(() => client.paymentIntents.retrieve(id, { expand: ["latest_charge"] }));
  const { latest_charge: charge, amount_received: amount } = payment;
  const isCharged = typeof charge === "object" && charge !== null;
  return {
    ...{ id, amount, invoiceNumber, createdAt: payment.created * 1000, currency: payment.currency.toUpperCase() },
    refundedAmount: isCharged ? charge.amount_refunded : 0,
    isDisputed: isCharged && charge.disputed,
  };
}

function idOf(object: string | { id: string }): string {
  return typeof object === "string" ? object : object.id;
}
