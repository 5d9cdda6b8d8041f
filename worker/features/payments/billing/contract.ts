// Describes how a customer pays, as newer clients ask for it: by which method, and for which invoices.
import * as z from "zod";
import { customerType } from "../../../config";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { integer, millis, noBody, noQuery, pageOf, shortText } from "../../../protocol/fields";
import { isInvalid } from "../../../protocol/validation-messages";
import { customerErrors, noProvider } from "../portal/contract";
import { noStripe, stripeFailed } from "../stripe/contract";

export const setupIncomplete = plainError(400, "The payment method is not set up, or not by this customer.", {
  remedy: "Have the customer complete the form of a setup intent of their own, and send that intent's id.",
});

const params = z.strictObject({
  customer_type: customerType.describe(
    "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record.",
  ),
  customer_id: shortText.describe(
    "The id of the user, or `me` for the signed-in one; the id of the team; for a custom customer, any text of up to 1,000 characters.",
  ),
});

const PaymentMethod = z
  .object({
    id: z.string().describe("Its id at Stripe."),
    brand: z.string().nullable().describe("The brand of the card; null for what is no card."),
    last4: z.string().nullable().describe("The last four digits of the card."),
    exp_month: integer.nullable().describe("The month in which the card expires, from 1."),
    exp_year: integer.nullable().describe("The year in which the card expires."),
  })
  .meta({ id: "PaymentMethod" });

export const readBilling = endpoint("GET /payments/billing/{customer_type}/{customer_id}", {
  summary: "Read how a customer pays",
  description:
    "Where payments are not set up nobody pays, and the response says so without an error. While Stripe fails, it has no payment method.",
  access: clientOrHigher,
  limit: "refresh",
  params,
  query: noQuery,
  response: z.object({
    has_customer: z.boolean().describe("Whether Stripe knows the customer, who has then begun to pay."),
    default_payment_method: PaymentMethod.nullable().describe("What they pay with; null where they have chosen none."),
  }),
  errors: customerErrors,
});

export const startSetup = endpoint("POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent", {
  summary: "Begin to set up a payment method",
  description:
    "Stripe's form takes the secret, in the project's account. Nothing is paid by it. Anonymous users have to have paid before.",
  access: clientOrHigher,
  limit: "refresh",
  params,
  query: noQuery,
  body: noBody,
  response: z.object({
    client_secret: z.string().describe("What Stripe's form opens with."),
    stripe_account_id: z.string().describe("The project's account at Stripe."),
  }),
  errors: ["RESTRICTED_USER_NOT_ALLOWED", ...customerErrors, noProvider, noStripe, stripeFailed],
});

export const completeSetup = endpoint("POST /payments/payment-method/{customer_type}/{customer_id}/set-default", {
  summary: "Pay with the payment method that was set up",
  description: "All subscriptions of the customer are then paid with it.",
  access: clientOrHigher,
  limit: "refresh",
  params,
  query: noQuery,
  body: z.strictObject({
    setup_intent_id: shortText.regex(/^seti_\w+$/, isInvalid).describe("The id of the setup intent, as Stripe has it."),
  }),
  response: z.object({ default_payment_method: PaymentMethod.describe("What the customer pays with from now on.") }),
  errors: ["RESTRICTED_USER_NOT_ALLOWED", ...customerErrors, setupIncomplete, noStripe, stripeFailed],
});

export const listCustomerInvoices = endpoint("GET /payments/invoices/{customer_type}/{customer_id}", {
  summary: "List a customer's invoices, as newer clients ask for them",
  description: "Those of `GET /payments/customers/{customer_type}/{customer_id}/invoices`, with fewer fields.",
  access: clientOrHigher,
  limit: "refresh",
  params,
  query: z.strictObject({
    cursor: shortText
      .regex(/^in_\w+$/, isInvalid)
      .optional()
      .describe("Where the page begins: `next_cursor` of the page before."),
    limit: integer.min(1).max(100).default(20).describe("How many invoices a page has at most."),
  }),
  response: pageOf(
    z
      .object({
        created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
        status: z.enum(["open", "paid", "uncollectible", "void"]).describe("`open` until it is paid."),
        amount_total: integer.describe("What it is over, in the smallest unit of the currency, such as cents."),
        hosted_invoice_url: z.string().nullable().describe("Stripe's page of the invoice, on which it can be paid."),
      })
      .meta({ id: "CustomerInvoice" }),
  ),
  errors: [...customerErrors, stripeFailed],
});
