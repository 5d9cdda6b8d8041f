import type { Group } from "./entry";
import { ids } from "./samples";

export const payments: Group = {
  section: "Payments",
  name: "Items",
  description:
    "What customers have a quantity of, such as credits or seats. A customer is a user, a team, or anything else that the project's backend has an id for. Items, and the offers that include them, are in the project's configuration. A quantity is what was granted and has not expired, less what was used; what expires first is used first.",
  samples: {
    customer_type: "user",
    customer_id: ids.user,
    item_id: "credits",
    "response.id": "credits",
    display_name: "Credits",
    quantity: 85,
    allow_negative: "false",
    from_millis: 1_796_083_200_000,
    until_millis: 1_796_169_600_000,
    interval: "day",
    at_millis: 1_796_169_600_000,
    "items.quantity": 85,
    added: 100,
    removed: 15,
    delta: -15,
    expires_at: "2026-12-31T23:59:59Z",
    description: "A report of 15 pages",
    idempotency_key: "report-2718",
  },
  endpoints: {
    "GET /payments/items/{customer_type}/{customer_id}/{item_id}": {},
    "GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage": {},
    "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity": {
      samples: { "response.id": ids.apiKey },
    },
  },
};
