// Purchases: a link to a page on which a customer buys an offer, and what that page does.
import * as z from "zod";
import { currencyDecimals, customerType } from "../../../config";
import { adminOnly, clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { integer, noQuery, Success, shortText, url } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { InlineOffer, InlineProduct } from "../catalogue";
import { noStripe, stripeFailed } from "../stripe/contract";

export const notSetUp = plainError(
  400,
  "Payments are not set up in this project. Please go to the dashboard and complete the Payments onboarding.",
  { remedy: "The project's owner has to set payments up in the dashboard, or with `POST /internal/payments/setup`." },
);
export const bothOffers = plainError(400, "Cannot specify both offer_id and offer_inline!", {
  remedy: "Send one of the two.",
});
export const inlineFromClient = plainError(
  400,
  "Cannot specify offer_inline when calling from client! Please call with a server API key, or use the offer_id parameter.",
  { remedy: "Create the link on your server: a browser could set its own price." },
);
export const noOffer = plainError(400, "Must specify either offer_id or offer_inline!", {
  remedy: "Send `offer_id`, or `inline_offer` from a server.",
});
export const otherTenancy = plainError(400, "Tenancy id does not match value from code data", {
  remedy: "Send the request to the project whose id the code begins with.",
});

export const priceNotFound = plainError(400, "Price not found on offer associated with this purchase code", {
  remedy: "Send one of the price ids that `POST /payments/purchases/validate-code` has.",
});
export const notStackable = plainError(400, "This offer is not stackable; quantity must be 1", {
  remedy: "Leave `quantity` out, or make the offer stackable.",
});
export const alreadyPurchased = plainError(400, "Customer already has a one-time purchase for this offer", {
  remedy: "Nothing: the customer has it.",
});
export const alreadySubscribed = plainError(
  400,
  "Customer already has a subscription for this offer; this offer is not stackable",
  { remedy: "Nothing: the customer has it, until the subscription ends." },
);
export const baseMissing = plainError(400, "This offer is an add-on to an offer that the customer does not have", {
  remedy: "The customer has to buy one of the offers first that it adds on to.",
});
export const groupPurchased = plainError(400, "Customer already has a one-time purchase in this offer group", {
  remedy: "Nothing can be bought in the group any more, unless that purchase is refunded.",
});

export const paidForAlready = plainError(
  400,
  "The customer pays for what this purchase would take the place of, and test mode ends nothing that is paid for",
  { remedy: "Try it for another customer, or switch `payments.testMode` off in the project's configuration." },
);
export const currencyMissing = plainError(400, "The price is not sold in this currency", {
  remedy: "Send one of the currencies of the price, or none.",
});
export const priceTooHigh = plainError(400, "The price of this quantity is too high to be paid at once", {
  remedy: "Buy fewer units at once.",
});

export const nothingToPay = plainError(
  400,
  "The customer subscribes to another offer of the group, and nothing is paid for this one; switch the subscription instead",
  { remedy: "Have the customer switch in their account settings, or switch the subscription from the backend." },
);

export const noSubscriptionSecret = plainError(500, "No client secret returned from Stripe for subscription", {
  remedy: "Try again with a new purchase URL.",
});
export const noPaymentSecret = plainError(500, "No client secret returned from Stripe for payment intent", {
  remedy: "Try again with a new purchase URL.",
});

/** Lists what a code can be refused with. One that is malformed, has expired or was used is unknown. */
export const codeErrors = ["VERIFICATION_CODE_NOT_FOUND", "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"] as const;

/** Lists what a purchase can be refused with, in the order of the checks. */
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
  .describe(`Units, of which only a stackable offer has several; at most ${maxUnits}`);

const fullCode = shortText.describe("The last part of the purchase URL.");

const interval = z.tuple([z.number(), z.enum(["day", "week", "month", "year"])]);

const amount = z.string().optional();

const price = z
  .object({
    ...{
      USD: amount.describe("What one unit costs in US dollars, as decimal text with at most 2 decimals."),
      EUR: amount.describe("What one unit costs in euros, as decimal text with at most 2 decimals."),
      GBP: amount.describe("What one unit costs in pounds sterling, as decimal text with at most 2 decimals."),
      JPY: amount.describe("What one unit costs in yen, as decimal text without decimals."),
      INR: amount.describe("What one unit costs in Indian rupees, as decimal text with at most 2 decimals."),
      AUD: amount.describe("What one unit costs in Australian dollars, as decimal text with at most 2 decimals."),
      CAD: amount.describe("What one unit costs in Canadian dollars, as decimal text with at most 2 decimals."),
    },
    interval: interval
      .optional()
      .describe("After which time the price is paid again, as a count and a unit. Absent where it is paid once."),
    free_trial: interval.optional().describe("How long a first subscription is free, as a count and a unit."),
  })
  .meta({ id: "OfferPrice" });

export const createPurchaseUrl = endpoint("POST /payments/purchases/create-purchase-url", {
  summary: "Create a link to the page on which a customer buys an offer",
  description:
    "The link works for 24 hours and for one purchase. The offer is one of the configuration, or, for servers, one that the request describes. What is bought is the offer as it is now. Where the operator has configured no Stripe, or the project is in test mode (`payments.testMode`), no money moves; else the project needs an account there. Where `payments.clientItemReads` of the project's configuration is `own`, clients make links for their signed-in user and the user's teams alone.",
  access: clientOrHigher,
  limit: "refresh",
  query: noQuery,
  body: z.strictObject({
    customer_type: customerType.describe(
      "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record. It has to be that of the offer.",
    ),
    customer_id: shortText.describe(
      "The id of the user or the team; for a custom customer, any text of up to 1,000 characters.",
    ),
    offer_id: shortText
      .optional()
      .describe("The id of an offer in the project's configuration. One for servers only is unknown to clients."),
    inline_offer: InlineOffer.optional().describe("For servers: an offer that is not in the configuration."),
    offer_inline: InlineOffer.optional().describe("The same as `inline_offer`, by another name."),
    product_id: shortText.optional().describe("The same as `offer_id`, by newer clients' name."),
    product_inline: InlineProduct.optional().describe("The same as `inline_offer`, by newer clients' name."),
    inline_product: InlineProduct.optional().describe("The same as `product_inline`, by another name."),
    return_url: url.optional().describe("Where the customer came from: an address that the project trusts."),
  }),
  response: z.object({ url: z.string().describe("Where to send the customer, in a browser.") }),
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    notSetUp,
    bothOffers,
    inlineFromClient,
    noOffer,
    "OFFER_DOES_NOT_EXIST",
    "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
    "PRODUCT_DOES_NOT_EXIST",
    "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH",
    "REDIRECT_URL_NOT_WHITELISTED",
    "CURRENT_PROJECT_NOT_FOUND",
    "USER_AUTHENTICATION_REQUIRED",
    "CUSTOMER_DOES_NOT_EXIST",
  ],
});

const namedOffer = z
  .object({
    offer_id: z.string().describe("The id of the offer."),
    display_name: z.string().describe("The offer's name for people."),
  })
  .meta({ id: "OfferReference" });

export const validateCode = endpoint("POST /payments/purchases/validate-code", {
  summary: "Read what can be bought with a code",
  description:
    "For the page that a purchase URL leads to; it needs no project and no key. The code is not used up, and its own page is no try.",
  access: "public",
  limit: "sign-in",
  query: noQuery,
  body: z.strictObject({ full_code: fullCode }),
  response: z
    .object({
      offer: z
        .object({
          display_name: z.string().describe("The offer's name for people."),
          customer_type: customerType.describe(
            "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record. It has to be that of the offer.",
          ),
          stackable: z.boolean().describe("Whether several units can be bought, and further ones later."),
          free_trial: interval.optional().describe("How long a first subscription is free, as a count and a unit."),
          prices: z
            .record(z.string(), price)
            .describe(
              "The prices by their ids, each with amounts as decimal text by currency, and an `interval` where it is paid again.",
            ),
        })
        .meta({ id: "OfferDetails" })
        .describe("What is sold, as it was when the link was made."),
      stripe_account_id: z.string().describe("The project's account at Stripe; empty where it has none."),
      stripe_publishable_key: ours(z.string().nullable().describe("With which the page loads Stripe's form.")),
      project_id: z.string().describe("The id of the project that sells."),
      project_display_name: ours(z.string().describe("The name of the project that sells.")),
      project_logo_url: ours(z.string().nullable().describe("The logo of the project that sells, or `null`.")),
      already_bought_non_stackable: z
        .boolean()
        .describe("Whether the customer subscribes to the offer already, and cannot do so twice."),
      conflicting_group_offers: z
        .array(namedOffer)
        .describe("The offers that the customer subscribes to, and that this one takes the place of."),
      refusal: ours(
        z
          .enum(["already_purchased", "already_subscribed", "base_missing", "group_purchased"])
          .nullable()
          .describe("Why the customer can buy nothing of the offer, at whichever price; `null` where they can."),
      ),
      replaced_offers: ours(
        z.array(namedOffer).describe("The offers whose subscriptions end with the purchase, at whichever price."),
      ),
      test_mode: ours(
        z
          .boolean()
          .describe("Whether no money moves: `purchase-session` then makes the purchase at once, without Stripe."),
      ),
      has_free_trial: ours(
        z.boolean().describe("Whether the customer gets the free trial that the offer or a price of it has."),
      ),
    })
    .meta({ id: "PurchaseDetails" }),
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
  response: z.object({
    status: z
      .enum(["pending", "complete"])
      .describe("`complete` once the customer has what was bought, `pending` until then."),
  }),
  errors: ["VERIFICATION_CODE_NOT_FOUND"],
});

const chosen = {
  full_code: fullCode,
  price_id: shortText.describe("The id of one of the offer's prices."),
  quantity: quantity.describe("Units, of which only a stackable offer has several; at most 1000000."),
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
      .describe("One of the price's; by default USD, or the first one where it is not sold in USD."),
  }),
  response: z.object({
    client_secret: z
      .string()
      .nullable()
      .describe("The client secret of the payment at Stripe, or of the payment method where a trial comes first."),
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
