import { detailed, fixed, type Remedies } from "./definition";

/** Items, offers and customers. */
export const paymentsErrors = {
  ITEM_NOT_FOUND: detailed({
    status: 404,
    details: { item_id: "string" },
    message: ({ item_id }) => `Item with ID "${item_id}" not found.`,
  }),
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: detailed({
    status: 400,
    details: {
      item_id: "string",
      customer_id: "string",
      item_customer_type: "string or null",
      actual_customer_type: "string",
    },
    message: ({ item_id, customer_id, item_customer_type, actual_customer_type }) =>
      `The ${actual_customer_type} with ID "${customer_id}" is not a valid customer for the item with ID "${item_id}". ${customerTypeReason("item", item_customer_type, actual_customer_type)}`,
  }),
  CUSTOMER_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { customer_id: "string" },
    message: ({ customer_id }) => `Customer with ID "${customer_id}" does not exist.`,
  }),
  OFFER_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { offer_id: "string", access_type: "string" },
    message: ({ offer_id, access_type }) =>
      access_type === "client"
        ? `Offer with ID "${offer_id}" does not exist or you don't have permissions to access it.`
        : `Offer with ID "${offer_id}" does not exist.`,
  }),
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: detailed({
    status: 400,
    details: {
      offer_id: "string or null",
      customer_id: "string",
      offer_customer_type: "string or null",
      actual_customer_type: "string",
    },
    message: ({ customer_id, offer_customer_type, actual_customer_type }) =>
      `The ${actual_customer_type} with ID "${customer_id}" is not a valid customer for the inline offer that has been passed in. ${customerTypeReason("offer", offer_customer_type, actual_customer_type)}`,
  }),
  PRODUCT_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { product_id: "string", context: "string or null" },
    message: ({ product_id, context }) =>
      context === "server_only"
        ? `Product with ID "${product_id}" is marked as server-only and cannot be accessed client side.`
        : context === "item_exists"
          ? `Product with ID "${product_id}" does not exist, but an item with this ID exists.`
          : `Product with ID "${product_id}" does not exist.`,
  }),
  PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH: detailed({
    status: 400,
    details: {
      product_id: "string or null",
      customer_id: "string",
      product_customer_type: "string or null",
      actual_customer_type: "string",
    },
    message: ({ customer_id, product_customer_type, actual_customer_type }) =>
      `The ${actual_customer_type} with ID "${customer_id}" is not a valid customer for the inline product that has been passed in. ${customerTypeReason("product", product_customer_type, actual_customer_type)}`,
  }),
  PRODUCT_ALREADY_GRANTED: detailed({
    status: 400,
    details: { product_id: "string", customer_id: "string" },
    message: ({ product_id, customer_id }) => `Customer with ID "${customer_id}" already owns product "${product_id}".`,
  }),
  /** `quantity` is the signed change as it was sent. */
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: detailed({
    status: 400,
    details: { item_id: "string", customer_id: "string", quantity: "number" },
    message: ({ item_id, customer_id, quantity }) =>
      `The item with ID "${item_id}" has an insufficient quantity for the customer with ID "${customer_id}". An attempt was made to charge ${quantity} credits.`,
  }),
  STRIPE_ACCOUNT_INFO_NOT_FOUND: fixed(
    404,
    "Stripe account information not found. Please make sure the user has onboarded with Stripe.",
  ),
};

/** For readers of the reference: what happened, and what to do about it. */
export const paymentsRemedies: Remedies<typeof paymentsErrors> = {
  ITEM_NOT_FOUND: ["The project's catalogue has no such item.", "Create the item, or check its id."],
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    "The item is for another kind of customer.",
    "Name a customer of `item_customer_type`.",
  ],
  CUSTOMER_DOES_NOT_EXIST: ["There is no such customer.", "Check the customer's id and type."],
  OFFER_DOES_NOT_EXIST: [
    "The project's catalogue has no such offer, or it is for servers only.",
    "Check the id, or send the request from a server.",
  ],
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    "The offer is for another kind of customer.",
    "Name a customer of `offer_customer_type`.",
  ],
  PRODUCT_DOES_NOT_EXIST: [
    "The project's catalogue has no such product, or it is for servers only.",
    "Check the id, or send the request from a server.",
  ],
  PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    "The product is for another kind of customer.",
    "Name a customer of `product_customer_type`.",
  ],
  PRODUCT_ALREADY_GRANTED: [
    "The customer has the product, and cannot have more of it.",
    "Nothing, or make the product stackable.",
  ],
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: [
    "The customer has less of the item than is to be taken.",
    "Take less, or let the customer buy more.",
  ],
  STRIPE_ACCOUNT_INFO_NOT_FOUND: [
    "The project has not been set up with the payment provider.",
    "Finish the payments setup on the dashboard.",
  ],
};

function customerTypeReason(product: "item" | "offer" | "product", expected: string | null, actual: string): string {
  return expected === null
    ? `The ${product} is missing a customer type field. Please make sure it is set up correctly in your project configuration.`
    : `The ${product} is configured to only be available for ${expected} customers, but the customer is a ${actual}.`;
}
