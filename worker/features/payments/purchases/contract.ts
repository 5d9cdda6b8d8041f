// Purchases: a link to a page on which a customer buys an offer, and what that page does.
import * as z from "zod";
import { currencyDecimals, customerType } from "../../../config";
import { adminOnly, clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { integer, noQuery, Success, shortText } from "../../../protocol/fields";
import { InlineOffer } from "../catalogue";
import { noStripe, stripeFailed } from "../stripe/contract";

export const notSetUp = plainError(
  400,
  "Payments are not set up in this Stack Auth project. Please go to the Stack Auth dashboard and complete the Payments onboarding.",
);
export const bothOffers = plainError(400, "Cannot specify both offer_id and offer_inline!");
export const inlineFromClient = plainError(
  400,
  "Cannot specify offer_inline when calling from client! Please call with a server API key, or use the offer_id parameter.",
);
export const noOffer = plainError(400, "Must specify either offer_id or offer_inline!");
export const otherTenancy = plainError(400, "Tenancy id does not match value from code data");

export const priceNotFound = plainError(400, "Price not found on offer associated with this purchase code");
export const notStackable = plainError(400, "This offer is not stackable; quantity must be 1");
export const alreadyPurchased = plainError(400, "Customer already has a one-time purchase for this offer");
export const alreadySubscribed = plainError(
  400,
  "Customer already has a subscription for this offer; this offer is not stackable",
);
export const baseMissing = plainError(400, "This offer is an add-on to an offer that the customer does not have");
export const groupPurchased = plainError(400, "Customer already has a one-time purchase in this offer group");

export const paidForAlready = plainError(
  400,
  "The customer pays for what this purchase would take the place of, and test mode ends nothing that is paid for",
);
export const currencyMissing = plainError(400, "The price is not sold in this currency");
export const priceTooHigh = plainError(400, "The price of this quantity is too high to be paid at once");

export const nothingToPay = plainError(
  400,
  "The customer subscribes to another offer of the group, and nothing is paid for this one; switch the subscription instead",
);

export const noSubscriptionSecret = plainError(500, "No client secret returned from Stripe for subscription");
export const noPaymentSecret = plainError(500, "No client secret returned from Stripe for payment intent");

/** What a code can be refused with. One that is malformed, has expired or was used is unknown. */
export const codeErrors = ["VERIFICATION_CODE_NOT_FOUND", "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"] as const;

/** What a purchase can be refused with, in the order of the checks. */
export const purchaseErrors = [
  "USER_NOT_FOUND",
  "TEAM_NOT_FOUND",
  priceNotFound,
  notStackable,
  alreadyPurchased,
  alreadySubscribed,
  baseMissing,
  groupPurchased,
] as const;

const currency = z.enum(Object.keys(currencyDecimals) as [keyof typeof currencyDecimals]);

/** More units at once than anyone buys, and few enough for what they include to be counted. */
const maxUnits = 1_000_000;

const quantity = integer
  .min(1)
  .max(maxUnits)
  .default(1)
  .meta({ description: `Units, of which only a stackable offer has several; at most ${maxUnits}` });

const fullCode = shortText.meta({ description: "The last part of the purchase URL" });

const interval = z.tuple([z.number(), z.enum(["day", "week", "month", "year"])]);

const amount = z.string().optional();

const price = z.object({
  ...{ USD: amount, EUR: amount, GBP: amount, JPY: amount, INR: amount, AUD: amount, CAD: amount },
  interval: interval.optional(),
  free_trial: interval.optional(),
});

export const createPurchaseUrl = endpoint("POST /payments/purchases/create-purchase-url", {
  summary: "Create a link to the page on which a customer buys an offer",
  description:
    "The link works for 24 hours and for one purchase. The offer is one of the configuration, or, for servers, one that the request describes. What is bought is the offer as it is now. Where the operator has configured no Stripe, or the project is in test mode (`payments.testMode`), no money moves; else the project needs an account there.",
  access: clientOrHigher,
  limit: "refresh",
  query: noQuery,
  body: z.strictObject({
    customer_type: customerType,
    customer_id: shortText,
    offer_id: shortText.optional(),
    inline_offer: InlineOffer.optional().meta({
      description: "For servers: an offer that is not in the configuration",
    }),
    offer_inline: InlineOffer.optional().meta({ description: "The same as `inline_offer`, by another name" }),
  }),
  response: z.object({ url: z.string() }),
  errors: [
    notSetUp,
    bothOffers,
    inlineFromClient,
    noOffer,
    "OFFER_DOES_NOT_EXIST",
    "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
    "CURRENT_PROJECT_NOT_FOUND",
  ],
});

const namedOffer = z.object({ offer_id: z.string(), display_name: z.string() });

export const validateCode = endpoint("POST /payments/purchases/validate-code", {
  summary: "Read what can be bought with a code",
  description:
    "For the page that a purchase URL leads to; it needs no project and no key. The code is not used up, and its own page is no try.",
  access: "public",
  limit: "sign-in",
  query: noQuery,
  body: z.strictObject({ full_code: fullCode }),
  response: z.object({
    offer: z.object({
      display_name: z.string(),
      customer_type: customerType,
      stackable: z.boolean(),
      free_trial: interval.optional(),
      prices: z.record(z.string(), price),
    }),
    stripe_account_id: z.string().meta({ description: "The project's account at Stripe; empty where it has none" }),
    stripe_publishable_key: z.string().nullable().meta({ description: "With which the page loads Stripe's form" }),
    project_id: z.string(),
    project_display_name: z.string(),
    project_logo_url: z.string().nullable(),
    already_bought_non_stackable: z.boolean(),
    conflicting_group_offers: z.array(namedOffer),
    refusal: z.enum(["already_purchased", "already_subscribed", "base_missing", "group_purchased"]).nullable().meta({
      description: "Why the customer can buy nothing of the offer, at whichever price; `null` where they can",
    }),
    replaced_offers: z
      .array(namedOffer)
      .meta({ description: "The offers whose subscriptions end with the purchase, at whichever price" }),
    test_mode: z.boolean().meta({
      description: "Whether no money moves: `purchase-session` then makes the purchase at once, without Stripe",
    }),
    has_free_trial: z
      .boolean()
      .meta({ description: "Whether the customer gets the free trial that the offer or a price of it has" }),
  }),
  errors: codeErrors,
});

export const readPurchaseStatus = endpoint("POST /payments/purchases/purchase-status", {
  summary: "Read whether a purchase is complete",
  description:
    "For the page that a payment returns to, with the code that was used for the purchase. A purchase is complete once the customer has what was bought, which is when Stripe has reported the payment; it stays complete when a subscription ends later, or money is given back.",
  access: "public",
  limit: "refresh",
  query: noQuery,
  body: z.strictObject({ full_code: fullCode }),
  response: z.object({ status: z.enum(["pending", "complete"]) }),
  errors: ["VERIFICATION_CODE_NOT_FOUND"],
});

const chosen = {
  full_code: fullCode,
  price_id: shortText,
  quantity,
};

export const startPurchase = endpoint("POST /payments/purchases/purchase-session", {
  summary: "Begin the payment of a purchase",
  description:
    "Uses the code up, and returns the secret with which the page completes the payment at Stripe. What was bought is the customer's as soon as Stripe reports the payment; what it takes the place of ends then, and the rest of what was paid for it is credited.",
  access: "public",
  limit: "sign-in",
  query: noQuery,
  body: z.strictObject({
    ...chosen,
    currency: currency
      .optional()
      .meta({ description: "One of the price's; by default USD, or the first one where it is not sold in USD" }),
  }),
  response: z.object({
    client_secret: z.string().nullable().meta({
      description: "Null where nothing has to be paid now: after a switch of the subscription, and in test mode",
    }),
  }),
  errors: [
    ...codeErrors,
    ...purchaseErrors,
    noStripe,
    notSetUp,
    currencyMissing,
    priceTooHigh,
    nothingToPay,
    paidForAlready,
    stripeFailed,
    noSubscriptionSecret,
    noPaymentSecret,
  ],
});

export const testPurchase = endpoint("POST /internal/payments/test-mode-purchase-session", {
  summary: "Make a purchase in test mode",
  description:
    "No money moves; everything else is as if it had been paid. It uses the code up. A subscription lasts for one interval, and is not renewed.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject(chosen),
  response: Success,
  errors: [...codeErrors, otherTenancy, ...purchaseErrors, noStripe, notSetUp, stripeFailed],
});
