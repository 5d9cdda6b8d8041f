// What customers have of a project's products, which is newer clients' name of offers, and how those clients pay.
import * as z from "zod";
import { customerType } from "../../../config";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { integer, metadata, noQuery, pageOf, Success, shortText } from "../../../protocol/fields";
import { since } from "../../../protocol/official-clients";
import { isInvalid } from "../../../protocol/validation-messages";
import { InlineProduct } from "../catalogue";
import {
  customerErrors,
  notSwitchable,
  paymentFailed,
  subscriptionEnded,
  subscriptionNotFound,
  switchedMeanwhile,
} from "../portal/contract";
import {
  baseMissing,
  bothOffers,
  currencyMissing,
  groupPurchased,
  noOffer,
  notSetUp,
  notStackable,
  priceTooHigh,
} from "../purchases/contract";
import { noStripe, stripeFailed } from "../stripe/contract";

const customer = {
  customer_type: customerType.describe(
    "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record.",
  ),
  customer_id: shortText.describe(
    "The id of the user, or `me` for the signed-in one; the id of the team; for a custom customer, any text of up to 1,000 characters.",
  ),
};
const customerParams = z.strictObject(customer);

/** Limits how many subscriptions of a page say what they can be switched to, newest first. */
export const maxSwitchable = 10;
/** Limits how many products each of them names. */
export const maxProductOptions = 20;

/** As a backend describes one inline. */
const Product = z.record(z.string(), metadata);

const Owned = z
  .object({
    id: z
      .string()
      .nullable()
      .describe("The product's id in the configuration; null for one that was described inline."),
    quantity: integer.describe("The units that the customer has."),
    product: Product.describe("The product as it is described inline, with its prices and included items."),
    type: since("2.8.77", z.enum(["one_time", "subscription"]).describe("`one_time` or `subscription`.")),
    subscription: since(
      "2.8.77",
      z
        .object({
          subscription_id: z
            .string()
            .nullable()
            .describe("Its id; null for what every customer has without buying it."),
          current_period_end: z.string().nullable().describe("When its period ends, in ISO 8601; null without an end."),
          cancel_at_period_end: z.boolean().describe("Whether it ends with that period."),
          is_cancelable: z.boolean().describe("Whether it can be cancelled."),
        })
        .nullable()
        .describe("Null for what was bought once."),
    ),
    switch_options: since(
      "2.8.77",
      z
        .array(
          z.object({
            product_id: z.string().describe("The id of a product."),
            product: Product.describe("The product, as that of the element."),
          }),
        )
        .optional()
        .describe(
          `The products to which the subscription can be switched, at most ${maxProductOptions}; of the newest ${maxSwitchable} subscriptions of a page.`,
        ),
    ),
  })
  .meta({ id: "OwnedProduct" });

export type WireOwned = z.input<typeof Owned>;

export const listProducts = endpoint("GET /payments/products/{customer_type}/{customer_id}", {
  summary: "List the products that a customer has",
  description:
    "Of what is bought once and of subscriptions the newest 100 each, newest first, then what is free. Members of a team need `$update_team`. Where payments are not set up it is a list all the same. Unless `payments.clientItemReads` of the project's configuration is `own`, clients without a session list the products of all customers, as they read their items: 2.8.51 sends none.",
  access: clientOrHigher,
  params: customerParams,
  query: z.strictObject({
    cursor: shortText
      .regex(/^\d{1,15}_.+$/, isInvalid)
      .optional()
      .describe("Where the page begins: `next_cursor` of the page before."),
    limit: integer.min(1).max(100).default(100).describe("How many products a page has at most."),
  }),
  response: pageOf(Owned),
  errors: customerErrors,
});

export const grantProduct = endpoint("POST /payments/products/{customer_type}/{customer_id}", {
  summary: "Give a product to a customer without a payment",
  description:
    "It is as if it was bought once in test mode: the customer has what it includes, subscriptions that it takes the place of end, and it can be taken back.",
  access: serverOrHigher,
  params: customerParams,
  query: noQuery,
  body: z.strictObject({
    product_id: shortText.optional().describe("The id of a product in the project's configuration."),
    product_inline: InlineProduct.optional().describe("A product that is not in the configuration."),
    quantity: integer
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe("Units, of which only a stackable product has several; at most 1000000."),
  }),
  response: Success,
  errors: [
    "USER_NOT_FOUND",
    "TEAM_NOT_FOUND",
    "PRODUCT_DOES_NOT_EXIST",
    "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH",
    "PRODUCT_ALREADY_GRANTED",
    bothOffers,
    noOffer,
    notStackable,
    baseMissing,
    groupPurchased,
    notSetUp,
    noStripe,
    stripeFailed,
  ],
});

export const cancelProduct = endpoint("DELETE /payments/products/{customer_type}/{customer_id}/{product_id}", {
  summary: "Cancel the subscription to a product",
  description: "As `POST /payments/customers/…/cancel` does. What was bought once is not cancelled.",
  access: clientOrHigher,
  limit: "refresh",
  params: z.strictObject({ ...customer, product_id: shortText.describe("The id of the product.") }),
  query: z.strictObject({
    subscription_id: shortText.optional().describe("The subscription, where the customer has several to the product."),
  }),
  response: Success,
  errors: [
    ...customerErrors,
    "PRODUCT_DOES_NOT_EXIST",
    subscriptionNotFound,
    subscriptionEnded,
    noStripe,
    stripeFailed,
  ],
});

export const switchProduct = endpoint("POST /payments/products/{customer_type}/{customer_id}/switch", {
  summary: "Switch the subscription to a product to another product",
  description: "As `POST /payments/customers/…/switch` does. The units stay as they are.",
  access: clientOrHigher,
  limit: "refresh",
  params: customerParams,
  query: noQuery,
  body: z.strictObject({
    from_product_id: shortText.describe("The id of the product that the customer subscribes to."),
    to_product_id: shortText.describe("The id of the product to switch to."),
    price_id: shortText.optional().describe("One of its prices; the first that can be switched to without it."),
    quantity: integer.min(1).optional().describe("The units that the subscription has; others are refused."),
  }),
  response: Success,
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    ...customerErrors,
    "PRODUCT_DOES_NOT_EXIST",
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
