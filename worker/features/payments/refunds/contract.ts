// Giving back what customers have paid.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, integer, millis, noQuery, shortText } from "../../../protocol/fields";
import { mustNotBeEmpty } from "../../../protocol/validation-messages";
import { noStripe, stripeFailed } from "../stripe/contract";
import { Transaction } from "../transactions/contract";

export const purchaseNotFound = plainError(404, "The project has no such purchase.", {
  remedy: "Send the id of a subscription or a one-time purchase, as `GET /internal/payments/transactions` lists it.",
});
export const paymentNotFound = plainError(404, "The purchase has no such payment.", {
  remedy: "Send the id of a payment that `GET /internal/payments/transactions/{transaction_id}/payments` lists.",
});
export const paymentMissing = plainError(400, "Say which payment to refund: the subscription has several.", {
  remedy: "Send `payment_id`: `GET /internal/payments/transactions/{transaction_id}/payments` lists the payments.",
});
export const noPayment = plainError(400, "A purchase in test mode has no payment, and is taken back as a whole.", {
  remedy: "Leave `payment_id` and `amount` out.",
});
export const takenBack = plainError(400, "This purchase in test mode was taken back already, or has ended.", {
  remedy: "Nothing: the customer does not have it any more.",
});
export const refundedAlready = plainError(400, "This payment has been refunded already.", {
  remedy: "Nothing: the customer has all of the money back.",
});
export const moreThanPaid = plainError(400, "This is more than what was paid and is not refunded yet.", {
  remedy:
    "Send at most `amount` less `refunded_amount` of the payment, or leave `amount` out to refund all that is left.",
});
export const disputed = plainError(
  400,
  "The customer's bank disputes this payment: Stripe refunds it by the dispute.",
  { remedy: "Respond to the dispute at Stripe, or accept it there: then the bank gives the money back." },
);
export const refundRefused = plainError(
  400,
  "Stripe refused the refund, such as for want of balance in the project's account.",
  {
    remedy:
      "Look at the payment at Stripe, which says why; add to the account's balance, and send the request again with a new `idempotency_key`.",
  },
);
export const otherRefund = plainError(409, "The idempotency key was used for a different refund.", {
  remedy: "Repeat a request as it was, or give the new refund a key of its own.",
});

/** The payments of a subscription that can be looked at, newest first: so many are read from Stripe at once. */
export const maxListLength = 12;

const params = z.strictObject({
  transaction_id: shortText.describe("The id of a subscription or a one-time purchase."),
});

const Payment = z
  .object({
    id: z.string().describe("The payment's id at Stripe."),
    created_at_millis: millis.describe("When it was bought or paid, in milliseconds since the epoch."),
    currency: z.string().describe("The currency in capital letters."),
    amount: integer.describe("The amount in the smallest unit of the currency, such as cents."),
    refunded_amount: integer.describe("How much of it was given back."),
    is_disputed: flag.describe("Whether the customer's bank disputes the payment, or has."),
    invoice_number: z.string().nullable().describe("Of a subscription's payment, the number of the invoice."),
  })
  .meta({ id: "Payment" });

export type WirePayment = z.input<typeof Payment>;

export const listPayments = endpoint("GET /internal/payments/transactions/{transaction_id}/payments", {
  summary: "List what was paid for a purchase, and how much of it was refunded",
  description: `As Stripe has it now: the payment of a one-time purchase, or those of a subscription's newest ${maxListLength} paid invoices, newest first. None in test mode.`,
  access: adminOnly,
  params,
  query: noQuery,
  response: z.object({
    transaction: Transaction.describe("The purchase, as it is listed."),
    payments: z.array(Payment).describe("What was paid for it, newest first."),
  }),
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
    payment_id: shortText.optional().describe("The payment to refund; a one-time purchase has only one."),
    amount: integer
      .min(1)
      .max(99_999_999)
      .optional()
      .describe(
        "How much to give back, in the smallest unit of the currency, such as cents; all that is not refunded yet without it.",
      ),
    idempotency_key: shortText
      .min(1, mustNotBeEmpty)
      .describe("A text of the caller's choice: requests that repeat it make one refund."),
  }),
  response: z.object({
    id: z.string().nullable().describe("The refund's id at Stripe; null in test mode."),
    status: z.enum(["succeeded", "pending"]).describe("`succeeded`, or `pending` while the money is on its way."),
    amount: integer.nullable().describe("The amount in the smallest unit of the currency, such as cents."),
    currency: z.string().nullable().describe("The currency in capital letters."),
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
