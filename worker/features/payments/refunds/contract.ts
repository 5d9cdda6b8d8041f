// Giving back what customers have paid.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, integer, millis, noQuery, shortText } from "../../../protocol/fields";
import { mustNotBeEmpty } from "../../../protocol/validation-messages";
import { noStripe, stripeFailed } from "../stripe/contract";
import { Transaction } from "../transactions/contract";

export const purchaseNotFound = plainError(404, "The project has no such purchase.");
export const paymentNotFound = plainError(404, "The purchase has no such payment.");
export const paymentMissing = plainError(400, "Say which payment to refund: the subscription has several.");
export const noPayment = plainError(400, "A purchase in test mode has no payment, and is taken back as a whole.");
export const takenBack = plainError(400, "This purchase in test mode was taken back already, or has ended.");
export const refundedAlready = plainError(400, "This payment has been refunded already.");
export const moreThanPaid = plainError(400, "This is more than what was paid and is not refunded yet.");
export const disputed = plainError(400, "The customer's bank disputes this payment: Stripe refunds it by the dispute.");
export const refundRefused = plainError(
  400,
  "Stripe refused the refund, such as for want of balance in the project's account.",
);
export const otherRefund = plainError(409, "The idempotency key was used for a different refund.");

/** The payments of a subscription that can be looked at, newest first: so many are read from Stripe at once. */
export const longestList = 12;

const params = z.strictObject({ transaction_id: shortText });

const Payment = z.object({
  id: z.string(),
  created_at_millis: millis,
  currency: z.string(),
  amount: integer,
  refunded_amount: integer,
  is_disputed: flag,
  invoice_number: z.string().nullable(),
});

export type WirePayment = z.input<typeof Payment>;

export const listPayments = endpoint("GET /internal/payments/transactions/{transaction_id}/payments", {
  summary: "List what was paid for a purchase, and how much of it was refunded",
  description: `As Stripe has it now: the payment of a one-time purchase, or those of a subscription's newest ${longestList} paid invoices, newest first. None in test mode.`,
  access: adminOnly,
  params,
  query: noQuery,
  response: z.object({ transaction: Transaction, payments: z.array(Payment) }),
  errors: [purchaseNotFound, noStripe, stripeFailed],
});

export const refundPurchase = endpoint("POST /internal/payments/transactions/{transaction_id}/refund", {
  summary: "Refund a payment, or take a purchase in test mode back",
  description:
    "Without `amount` all is given back that was not yet. A one-time purchase whose payment is given back as a whole is taken from the customer with all that it included; a subscription goes on until it is cancelled. In test mode no money moves: the purchase is taken back with all that it included, and a subscription ends as if it had never been. Requests that repeat an `idempotency_key` make one refund.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({
    payment_id: shortText.optional(),
    amount: integer.min(1).max(99_999_999).optional(),
    idempotency_key: shortText.min(1, mustNotBeEmpty),
  }),
  response: z.object({
    id: z.string().nullable(),
    status: z.enum(["succeeded", "pending"]),
    amount: integer.nullable(),
    currency: z.string().nullable(),
  }),
  errors: [
    purchaseNotFound,
    paymentNotFound,
    paymentMissing,
    noPayment,
    takenBack,
    refundedAlready,
    moreThanPaid,
    disputed,
    refundRefused,
    otherRefund,
    noStripe,
    stripeFailed,
  ],
});
