// A customer's own portal: what they subscribe to and have bought, and how they switch, cancel and pay.
import * as z from "zod";
import { customerType } from "../../../config";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, integer, millis, noBody, noQuery, shortText, url } from "../../../protocol/fields";
import { isInvalid } from "../../../protocol/validation-messages";
import { WirePrice } from "../catalogue";
import { currencyMissing, priceTooHigh } from "../purchases/contract";
import { noStripe, stripeFailed } from "../stripe/contract";

export const subscriptionNotFound = plainError(404, "The customer has no such subscription.", {
  remedy:
    "Send an id that `GET /payments/customers/{customer_type}/{customer_id}/purchases` has, of the same customer.",
});
export const subscriptionEnded = plainError(400, "The subscription has ended.", {
  remedy:
    "Read the customer's purchases again. A subscription that was switched goes on with another id; one that is over is bought anew.",
});
export const notSwitchable = plainError(400, "The subscription cannot be switched to this price.", {
  remedy: "Send an offer and a price of the subscription's `switch_options`.",
});
export const switchedMeanwhile = plainError(409, "The subscription was changed by another request. Read it again.", {
  remedy: "Read the customer's purchases again, and switch what they have now if that is still wanted.",
});
export const paymentFailed = plainError(
  402,
  "The payment failed, and the subscription stays as it was. Update the payment method, or buy the offer on its page.",
  {
    remedy:
      "Send the customer to the page of their payment method and switch again, or to a purchase URL of the offer, where they can confirm the payment.",
  },
);
export const noProvider = plainError(400, "The customer has paid for nothing yet: there is no payment method.", {
  remedy: "Offer this to customers who have a subscription or an invoice of Stripe's.",
});

/** Limits how many of each kind are listed, newest first. */
export const maxListLength = 100;

/** Limits how many prices a subscription names that it can be switched to. */
export const maxSwitchOptions = 100;

/** The errors of a caller who may not act for a customer, or of a customer that does not exist. */
export const customerErrors = [
  "USER_AUTHENTICATION_REQUIRED",
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  "CUSTOMER_DOES_NOT_EXIST",
  "TEAM_MEMBERSHIP_NOT_FOUND",
  "TEAM_PERMISSION_REQUIRED",
] as const;

const customer = {
  customer_type: customerType.describe(
    "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record.",
  ),
  customer_id: shortText.describe(
    "The id of the user, or `me` for the signed-in one; the id of the team; for a custom customer, any text of up to 1,000 characters.",
  ),
};
const customerParams = z.strictObject(customer);
const subscriptionParams = z.strictObject({
  ...customer,
  subscription_id: shortText.describe("The id of one of the customer's subscriptions."),
});

const SwitchOption = z
  .object({
    offer_id: z
      .string()
      .describe(
        "The id of the offer in the project's configuration; null for one that the backend has described itself.",
      ),
    offer_display_name: z.string().describe("The offer's name for people."),
    price_id: z.string().describe("The id of one of the offer's prices."),
    price: WirePrice.describe("The price: its amounts by currency, and its interval."),
  })
  .meta({ id: "SwitchOption" });

const bought = {
  id: z.string().describe("The id of the subscription or the purchase."),
  offer_id: z
    .string()
    .nullable()
    .describe(
      "The id of the offer in the project's configuration; null for one that the backend has described itself.",
    ),
  offer_display_name: z.string().describe("The offer's name for people."),
  quantity: z.number().describe("The units that were bought."),
  price: WirePrice.nullable().describe(
    "The price as it was when it was bought: its amounts by currency, and the interval of a subscription. Null where it is none of the offer's.",
  ),
  created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
  is_test: flag.describe("Whether it was bought in test mode, in which no money moves."),
};

const Subscription = z
  .object({
    ...bought,
    status: z
      .enum([
        ...(["active", "trialing", "canceled", "paused"] as const),
        ...(["incomplete", "incomplete_expired", "past_due", "unpaid"] as const),
      ])
      .describe("As Stripe has it. What is included is there while it is `active` or `trialing`."),
    current_period_start_millis: millis.describe(
      "When the period began that is paid, in milliseconds since the Unix epoch.",
    ),
    current_period_end_millis: integer.nullable().describe("When that period ends; null where it has no end."),
    cancels_at_period_end: flag.describe("Whether it was cancelled, and ends with that period."),
    ended_at_millis: integer.nullable().describe("When it ended; null while it goes on."),
    can_cancel: flag.describe("Whether it can be cancelled."),
    can_resume: flag.describe("Whether its cancellation can be taken back."),
    switch_options: z
      .array(SwitchOption)
      .describe(`The prices that it can be switched to, at most ${maxSwitchOptions}.`),
  })
  .meta({ id: "Subscription" });

const OneTimePurchase = z
  .object({
    ...bought,
    refunded_at_millis: integer.nullable().describe("When the money was given back; null where it was not."),
  })
  .meta({ id: "OneTimePurchase" });

const IncludedOffer = z
  .object({
    offer_id: z
      .string()
      .describe(
        "The id of the offer in the project's configuration; null for one that the backend has described itself.",
      ),
    offer_display_name: z.string().describe("The offer's name for people."),
    group_id: z.string().describe("The id of the offer's group."),
  })
  .meta({ id: "IncludedOffer" });

const Invoice = z
  .object({
    id: z.string().describe("The id of the invoice at Stripe."),
    number: z.string().nullable().describe("The number that is printed on it."),
    created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
    status: z
      .enum(["open", "paid", "uncollectible", "void"])
      .describe("`open` until it is paid; `void` and `uncollectible` are not paid any more."),
    currency: z.string().describe("The currency of the amounts, in capital letters."),
    total: integer.describe("What it is over, in the smallest unit of the currency, such as cents."),
    amount_due: integer.describe("What had to be paid when it was made, in the same unit."),
    hosted_invoice_url: z.string().nullable().describe("Stripe's page of the invoice, on which it can be paid."),
    invoice_pdf_url: z.string().nullable().describe("The invoice as a PDF."),
    subscription_id: z
      .string()
      .nullable()
      .describe("The subscription that it is for, as it goes on today; null where it is for none."),
  })
  .meta({ id: "Invoice" });

export type WireSubscription = z.input<typeof Subscription>;
export type WireOneTimePurchase = z.input<typeof OneTimePurchase>;
export type WireInvoice = z.input<typeof Invoice>;

export const listPurchases = endpoint("GET /payments/customers/{customer_type}/{customer_id}/purchases", {
  summary: "List what a customer subscribes to and has bought",
  description: `Newest first, of each kind the newest ${maxListLength}. Users read what is their own, with \`me\` as their id too; members of a team need \`$update_team\`; of custom customers only servers read it. A subscription that was switched to another offer is listed for each.`,
  access: clientOrHigher,
  params: customerParams,
  query: noQuery,
  response: z.object({
    subscriptions: z.array(Subscription).describe("What the customer subscribes to or has subscribed to."),
    one_time_purchases: z.array(OneTimePurchase).describe("What the customer has paid once."),
    included_offers: z
      .array(IncludedOffer)
      .describe(
        "The free offers of groups of which the customer has bought no other: they have them without a purchase.",
      ),
  }),
  errors: customerErrors,
});

const oneSubscription = "/payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}" as const;

export const cancelSubscription = endpoint(`POST ${oneSubscription}/cancel`, {
  summary: "Cancel a subscription",
  description:
    "It ends with the period that is paid, and what it includes stays until then. One that is past due, unpaid or paused, and so gives nothing, ends at once.",
  access: clientOrHigher,
  limit: "refresh",
  params: subscriptionParams,
  query: noQuery,
  body: noBody,
  response: Subscription,
  errors: [...customerErrors, subscriptionNotFound, subscriptionEnded, noStripe, stripeFailed],
});

export const resumeSubscription = endpoint(`POST ${oneSubscription}/resume`, {
  summary: "Take back the cancellation of a subscription",
  description: "Before its period ends. A subscription in test mode ends with its period all the same.",
  access: clientOrHigher,
  limit: "refresh",
  params: subscriptionParams,
  query: noQuery,
  body: noBody,
  response: Subscription,
  errors: [...customerErrors, subscriptionNotFound, subscriptionEnded, noStripe, stripeFailed],
});

export const switchSubscription = endpoint(`POST ${oneSubscription}/switch`, {
  summary: "Switch a subscription to another price of its group",
  description:
    "The prices are those of `switch_options`; it is paid in the currency in which the subscription was. What of the old price is left is charged or credited by Stripe, with the payment method that the subscription has: where that fails, nothing changes. The subscription goes on with a new id, and all others of the group end. Offers and prices for servers only are switched to by servers.",
  access: clientOrHigher,
  limit: "refresh",
  params: subscriptionParams,
  query: noQuery,
  body: z.strictObject({
    offer_id: shortText.describe(
      "The id of the offer in the project's configuration; null for one that the backend has described itself.",
    ),
    price_id: shortText.describe("The id of one of the offer's prices."),
  }),
  response: Subscription,
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    ...customerErrors,
    subscriptionNotFound,
    subscriptionEnded,
    notSwitchable,
    currencyMissing,
    priceTooHigh,
    switchedMeanwhile,
    paymentFailed,
    noStripe,
    stripeFailed,
  ],
});

export const listInvoices = endpoint("GET /payments/customers/{customer_type}/{customer_id}/invoices", {
  summary: "List a customer's invoices",
  description:
    "Newest first, as Stripe has them now; none where the customer has paid for nothing through it. Drafts are not listed, so a page can have fewer than `limit`.",
  access: clientOrHigher,
  limit: "refresh",
  params: customerParams,
  query: z.strictObject({
    cursor: shortText
      .regex(/^in_\w+$/, isInvalid)
      .optional()
      .describe("Where the page begins: `next_cursor` of the page before."),
    limit: integer.min(1).max(100).default(20).describe("How many invoices a page has at most."),
  }),
  response: z.object({
    invoices: z.array(Invoice).describe("The invoices of the page."),
    next_cursor: z.string().nullable().describe("Where the next page begins; null on the last one."),
  }),
  errors: [...customerErrors, stripeFailed],
});

export const updatePaymentMethod = endpoint("POST /payments/customers/{customer_type}/{customer_id}/payment-method", {
  summary: "Create a link to the page on which a customer changes their payment method",
  description:
    "The page is Stripe's, works for a short time, and does nothing else. All subscriptions of the customer are then paid with the new payment method.",
  access: clientOrHigher,
  limit: "refresh",
  params: customerParams,
  query: noQuery,
  body: z.strictObject({ return_url: url.describe("Where the page leads back to.") }),
  response: z.object({ url: z.string().describe("Where to send the customer, in a browser.") }),
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    ...customerErrors,
    "REDIRECT_URL_NOT_WHITELISTED",
    noProvider,
    noStripe,
    stripeFailed,
  ],
});
