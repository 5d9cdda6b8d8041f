// A customer's own portal: what they subscribe to and have bought, and how they switch, cancel and pay.
import * as z from "zod";
import { customerType } from "../../../config";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, integer, millis, noQuery, shortText, url } from "../../../protocol/fields";
import { isInvalid } from "../../../protocol/validation-messages";
import { WirePrice } from "../catalogue";
import { currencyMissing, priceTooHigh } from "../purchases/contract";
import { noStripe, stripeFailed } from "../stripe/contract";

export const subscriptionNotFound = plainError(404, "The customer has no such subscription.");
export const subscriptionEnded = plainError(400, "The subscription has ended.");
export const notSwitchable = plainError(400, "The subscription cannot be switched to this price.");
export const switchedMeanwhile = plainError(409, "The subscription was changed by another request. Read it again.");
export const paymentFailed = plainError(
  402,
  "The payment failed, and the subscription stays as it was. Update the payment method, or buy the offer on its page.",
);
export const noProvider = plainError(400, "The customer has paid for nothing yet: there is no payment method.");

/** How many of each kind are listed, newest first. */
export const longestList = 100;

/** The errors of a caller who may not act for a customer, or of a customer that does not exist. */
const customerErrors = [
  "USER_AUTHENTICATION_REQUIRED",
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  "CUSTOMER_DOES_NOT_EXIST",
  "USER_NOT_FOUND",
  "TEAM_MEMBERSHIP_NOT_FOUND",
  "TEAM_PERMISSION_REQUIRED",
  "TEAM_NOT_FOUND",
] as const;

const customer = { customer_type: customerType, customer_id: shortText };
const customerParams = z.strictObject(customer);
const subscriptionParams = z.strictObject({ ...customer, subscription_id: shortText });

const nothing = z.strictObject({}).optional();

const SwitchOption = z.object({
  offer_id: z.string(),
  offer_display_name: z.string(),
  price_id: z.string(),
  price: WirePrice,
});

const bought = {
  id: z.string(),
  offer_id: z.string().nullable(),
  offer_display_name: z.string(),
  quantity: z.number(),
  price: WirePrice.nullable(),
  created_at_millis: millis,
  is_test: flag,
};

const Subscription = z.object({
  ...bought,
  status: z.enum([
    ...(["active", "trialing", "canceled", "paused"] as const),
    ...(["incomplete", "incomplete_expired", "past_due", "unpaid"] as const),
  ]),
  current_period_start_millis: millis,
  current_period_end_millis: integer.nullable(),
  cancels_at_period_end: flag,
  ended_at_millis: integer.nullable(),
  can_cancel: flag,
  can_resume: flag,
  switch_options: z.array(SwitchOption),
});

const OneTimePurchase = z.object({ ...bought, refunded_at_millis: integer.nullable() });

const IncludedOffer = z.object({ offer_id: z.string(), offer_display_name: z.string(), group_id: z.string() });

const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created_at_millis: millis,
  status: z.enum(["open", "paid", "uncollectible", "void"]),
  currency: z.string(),
  total: integer,
  amount_due: integer,
  hosted_invoice_url: z.string().nullable(),
  invoice_pdf_url: z.string().nullable(),
  subscription_id: z.string().nullable(),
});

export type WireSubscription = z.input<typeof Subscription>;
export type WireOneTimePurchase = z.input<typeof OneTimePurchase>;
export type WireInvoice = z.input<typeof Invoice>;

export const listPurchases = endpoint("GET /payments/customers/{customer_type}/{customer_id}/purchases", {
  summary: "List what a customer subscribes to and has bought",
  description: `Newest first, of each kind the newest ${longestList}. Users read what is their own, with \`me\` as their id too; members of a team need \`$update_team\`; of custom customers only servers read it. A subscription that was switched to another offer is listed for each.`,
  access: clientOrHigher,
  params: customerParams,
  query: noQuery,
  response: z.object({
    subscriptions: z.array(Subscription),
    one_time_purchases: z.array(OneTimePurchase),
    included_offers: z.array(IncludedOffer),
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
  body: nothing,
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
  body: nothing,
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
  body: z.strictObject({ offer_id: shortText, price_id: shortText }),
  response: Subscription,
  errors: [
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
    cursor: shortText.regex(/^in_\w+$/, isInvalid).optional(),
    limit: integer.min(1).max(100).default(20),
  }),
  response: z.object({ invoices: z.array(Invoice), next_cursor: z.string().nullable() }),
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
  body: z.strictObject({ return_url: url.meta({ description: "Where the page returns: a trusted URL" }) }),
  response: z.object({ url: z.string() }),
  errors: [...customerErrors, "REDIRECT_URL_NOT_WHITELISTED", noProvider, noStripe, stripeFailed],
});
