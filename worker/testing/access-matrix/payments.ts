// Payments and items.
import type { Row } from "./row";
import type { Scenario } from "./scenario";

const pointsOf = ({ user }: Scenario) => ({ customer_type: "user", customer_id: user.id, item_id: "points" });

const query = { allow_negative: "false" };
const body = { delta: 1 };

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
    input: (scenario) => ({ params: pointsOf(scenario), query, body }),
    outcomes: {
      "200": "server admin owner",
      "404 USER_NOT_FOUND": "foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": clients,
    },
  },
];
