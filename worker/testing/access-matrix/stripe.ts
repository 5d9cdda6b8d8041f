// The provider of payments, of which the matrix has none, and the purchases of test mode.
import type { Row } from "./row";
import type { Scenario } from "./scenario";

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
