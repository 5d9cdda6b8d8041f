import type { Group } from "./entry";
import { ids } from "./samples";

export const payments: Group = {
  section: "Payments",
  name: "Items",
  description:
    "What customers have a quantity of, such as credits or seats. A customer is a user, a team, or anything else that the project's backend has an id for. Items, and the offers that include them, are in the project's configuration. A quantity is what was granted and has not expired, less what was used; what expires first is used first.",
  fields: {
    customer_type:
      "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record. It has to be that of the item.",
    customer_id: "The id of the user or the team; for a custom customer, any text of up to 1,000 characters.",
    item_id: "The id of the item in the project's configuration.",
    "response.id": "The id of the item.",
    display_name: "The item's name for people.",
    quantity: "How much the customer has at present. It can be negative.",
    allow_negative: "`false` refuses a change that would leave less than nothing.",
    from_millis: "When the report begins, in milliseconds since the Unix epoch.",
    until_millis: "When it ends; now, where it is absent or later.",
    interval: "What lies between two elements of the report.",
    at_millis: "The time of the element, in milliseconds since the Unix epoch.",
    "items.quantity": "How much the customer had then.",
    added: "What changes and one-time purchases added since the element before.",
    removed: "What changes took since the element before.",
    delta: "What is added; what is taken, where it is negative.",
    expires_at: "When the change ends, in ISO 8601. Absent for one that stays.",
    description: "A text for people that says what the change is for.",
    idempotency_key: "A name of the change. A request that repeats it makes no second change.",
  },
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
      fields: { "response.id": "The id of the change." },
      samples: { "response.id": ids.apiKey },
    },
  },
};
