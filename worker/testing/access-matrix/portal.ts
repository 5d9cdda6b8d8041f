// A customer's own portal.
import type { Row } from "./row";
import type { Scenario } from "./scenario";

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

const ofUser = {
  "404 USER_NOT_FOUND": "anonymous otherUser member holder foreign",
  "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
};

const ofTeam = {
  "404 TEAM_NOT_FOUND": "foreign",
  "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
  "401 TEAM_PERMISSION_REQUIRED": "member",
  "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
};

export const portal: Row[] = [
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
