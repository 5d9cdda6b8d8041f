// Payments and items.
import type { Row } from "./row";
import type { Scenario } from "./scenario";

const pointsOf = ({ user }: Scenario) => ({ customer_type: "user", customer_id: user.id, item_id: "points" });

const query = { allow_negative: "false" };
const oneUnit = { delta: 1 };

const clients = "signedOut anonymous self otherUser member holder";

export const payments: Row[] = [
  {
    key: "GET /payments/items/{customer_type}/{customer_id}/{item_id}",
    input: (scenario) => ({ params: pointsOf(scenario) }),
    outcomes: { "200": `${clients} server admin owner`, "404 USER_NOT_FOUND": "foreign" },
  },
  {
    key: "GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage",
    input: (scenario) => ({ params: pointsOf(scenario), query: { from_millis: String(Date.now()) } }),
    outcomes: {
      "200": "server admin owner",
      "404 USER_NOT_FOUND": "foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": clients,
    },
  },
  {
    key: "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity",
    input: (scenario) => ({ params: pointsOf(scenario), query, body: oneUnit }),
    outcomes: {
      "200": "server admin owner",
      "404 USER_NOT_FOUND": "foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": clients,
    },
  },
];

// Purchases of offers.

const body = { customer_type: "custom", customer_id: "shopper", offer_id: "plan" };

/** The code of a purchase that can be made. */
async function codeOf({ project }: Scenario): Promise<string> {
  const { body: created } = await project.server("POST /payments/purchases/create-purchase-url", { body });
  return new URL(created.url).pathname.replace("/purchase/", "");
}

const everyone = "signedOut anonymous self otherUser member holder server admin owner foreign";
const notAdmins = "signedOut anonymous self otherUser member holder server foreign";

export const purchases: Row[] = [
  {
    key: "POST /payments/purchases/create-purchase-url",
    input: () => ({ body }),
    outcomes: { "200": everyone },
  },
  {
    key: "POST /internal/payments/test-mode-purchase-session",
    input: async (scenario) => ({ body: { full_code: await codeOf(scenario), price_id: "monthly" } }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
  },
];

// The provider of payments, of which the matrix has none, and the purchases of test mode.

/** A purchase in test mode, which can be taken back. */
async function purchaseOf({ project }: Scenario): Promise<{ transaction_id: string }> {
  const offered = { customer_type: "custom", customer_id: "shopper", offer_id: "plan" };
  const { body: created } = await project.server("POST /payments/purchases/create-purchase-url", { body: offered });
  const full_code = new URL(created.url).pathname.replace("/purchase/", "");
  const body = { full_code, price_id: "monthly" };
  await project.admin("POST /internal/payments/test-mode-purchase-session", { body });
  const { body: listed } = await project.admin("GET /internal/payments/transactions", { query: { limit: "1" } });
  return { transaction_id: listed.transactions[0].id };
}

const refused = {
  "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
};

export const stripe: Row[] = [
  {
    key: "POST /internal/payments/setup",
    input: () => ({ body: {} }),
    outcomes: { "501": "admin owner", ...refused },
    withoutEvent: "It is refused without Stripe; account.test.ts has the event.",
  },
  {
    key: "GET /internal/payments/stripe/account-info",
    input: () => ({}),
    outcomes: { "404 STRIPE_ACCOUNT_INFO_NOT_FOUND": "admin owner", ...refused },
  },
  {
    key: "POST /internal/payments/stripe-widgets/account-session",
    input: () => ({ body: {} }),
    outcomes: { "400": "admin owner", ...refused },
    withoutEvent: "It makes a secret at Stripe, and changes nothing.",
  },
  {
    key: "GET /internal/payments/transactions",
    input: () => ({}),
    outcomes: { "200": "admin owner", ...refused },
  },
  {
    key: "GET /internal/payments/transactions/{transaction_id}/payments",
    input: async (scenario) => ({ params: await purchaseOf(scenario) }),
    outcomes: { "200": "admin owner", ...refused },
  },
  {
    key: "POST /internal/payments/transactions/{transaction_id}/refund",
    input: async (scenario) => ({ params: await purchaseOf(scenario), body: { idempotency_key: "once" } }),
    outcomes: { "200": "admin owner", ...refused },
  },
];

// A customer's own portal.

/** Subscribes a customer in test mode. @returns the names of the customer and of the subscription */
async function subscribed({ project }: Scenario, customer: { customer_type: "user" | "team"; customer_id: string }) {
  const body = { ...customer, offer_id: `${customer.customer_type}Plan` };
  const { body: created } = await project.server("POST /payments/purchases/create-purchase-url", { body });
  const full_code = new URL(created.url).pathname.replace("/purchase/", "");
  await project.admin("POST /internal/payments/test-mode-purchase-session", {
    body: { full_code, price_id: "monthly" },
  });
  const { body: held } = await project.server("GET /payments/customers/{customer_type}/{customer_id}/purchases", {
    params: customer,
  });
  return { ...customer, subscription_id: held.subscriptions[0].id };
}

const user = ({ user: { id } }: Scenario) => ({ customer_type: "user", customer_id: id }) as const;
const team = ({ team: { id } }: Scenario) => ({ customer_type: "team", customer_id: id }) as const;

const refusedToClients = "signedOut anonymous self otherUser member holder";

const ofUser = {
  "400 CUSTOMER_DOES_NOT_EXIST": "anonymous otherUser member holder foreign",
  "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
};

const ofTeam = {
  "400 CUSTOMER_DOES_NOT_EXIST": "foreign",
  "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
  "401 TEAM_PERMISSION_REQUIRED": "member",
  "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
};

export const portal: Row[] = [
  {
    key: "GET /payments/billing/{customer_type}/{customer_id}",
    input: (scenario) => ({ params: user(scenario) }),
    outcomes: { "200": "self server admin owner", ...ofUser },
  },
  {
    key: "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent",
    input: (scenario) => ({ params: user(scenario), body: {} }),
    outcomes: { "501": "self server admin owner", ...ofUser },
  },
  {
    key: "POST /payments/payment-method/{customer_type}/{customer_id}/set-default",
    input: (scenario) => ({ params: user(scenario), body: { setup_intent_id: "seti_1" } }),
    outcomes: { "501": "self server admin owner", ...ofUser },
  },
  {
    key: "GET /payments/invoices/{customer_type}/{customer_id}",
    input: (scenario) => ({ params: team(scenario) }),
    outcomes: { "200": "holder server admin owner", ...ofTeam },
  },
  {
    key: "GET /payments/products/{customer_type}/{customer_id}",
    input: (scenario) => ({ params: user(scenario) }),
    outcomes: {
      "200": "self server admin owner signedOut",
      "400 CUSTOMER_DOES_NOT_EXIST": ofUser["400 CUSTOMER_DOES_NOT_EXIST"],
    },
  },
  {
    key: "POST /payments/products/{customer_type}/{customer_id}",
    input: (scenario) => ({ params: user(scenario), body: { product_id: "userPlan" } }),
    isOnce: true,
    outcomes: {
      "200": "server admin owner",
      "404 USER_NOT_FOUND": "foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": refusedToClients,
    },
  },
  {
    key: "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}",
    input: async (scenario) => {
      const { subscription_id: _, ...params } = await subscribed(scenario, user(scenario));
      return { params: { ...params, product_id: "userPlan" } };
    },
    outcomes: { "200": "self server admin owner", ...ofUser },
  },
  {
    key: "POST /payments/products/{customer_type}/{customer_id}/switch",
    input: async (scenario) => {
      const { subscription_id: _, ...params } = await subscribed(scenario, team(scenario));
      return { params, body: { from_product_id: "teamPlan", to_product_id: "teamPlan", price_id: "yearly" } };
    },
    outcomes: { "200": "holder server admin owner", ...ofTeam },
  },
  {
    key: "GET /payments/customers/{customer_type}/{customer_id}/purchases",
    input: async (scenario) => {
      const { subscription_id: _, ...params } = await subscribed(scenario, user(scenario));
      return { params };
    },
    outcomes: { "200": "self server admin owner", ...ofUser },
  },
  {
    key: "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/cancel",
    input: async (scenario) => ({ params: await subscribed(scenario, user(scenario)), body: {} }),
    outcomes: { "200": "self server admin owner", ...ofUser },
  },
  {
    key: "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/resume",
    input: async (scenario) => ({ params: await subscribed(scenario, team(scenario)), body: {} }),
    outcomes: { "200": "holder server admin owner", ...ofTeam },
  },
  {
    key: "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/switch",
    input: async (scenario) => ({
      params: await subscribed(scenario, team(scenario)),
      body: { offer_id: "teamPlan", price_id: "yearly" },
    }),
    outcomes: { "200": "holder server admin owner", ...ofTeam },
  },
  {
    key: "GET /payments/customers/{customer_type}/{customer_id}/invoices",
    input: (scenario) => ({ params: team(scenario) }),
    outcomes: { "200": "holder server admin owner", ...ofTeam },
  },
  {
    key: "POST /payments/customers/{customer_type}/{customer_id}/payment-method",
    input: (scenario) => ({ params: user(scenario), body: { return_url: "http://localhost:3000" } }),
    outcomes: { "501": "self server admin owner", ...ofUser },
  },
];
