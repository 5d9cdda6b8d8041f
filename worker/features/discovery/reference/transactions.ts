import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

const payment = "pi_3PqZ2kRm4XlVbT8c0aBcDeFg";

export const transactions: Group = {
  section: "Payments",
  name: "Transactions",
  description:
    "All that customers have bought, and the changes of their items that the project's backend has made. What was paid is refunded here, and what was bought in test mode is taken back.",
  samples: {
    cursor: `1798761599000_${ids.apiKey}`,
    limit: "50",
    customer_id: ids.user,
    customer_display_name: "Ada Lovelace",
    "response.transactions.id": ids.apiKey,
    "query.test_mode": "true",
    quantity: 1,
    test_mode: false,
    offer_id: "pro",
    item_id: absent,
    description: absent,
    expires_at_millis: absent,
    refunded_at_millis: absent,
    stripe_payment_intent_id: absent,
    offer_display_name: "Pro",
    price: { USD: "19.99", interval: [1, "month"] },
    status: "active",
    stripe_subscription_id: "sub_1PqZ2kRm4XlVbT8c",
    stripe_event_id: "evt_1PqZ2kRm4XlVbT8c",
    next_cursor: `1798761599000_${ids.apiKey}`,
    transaction_id: ids.apiKey,
    "response.payments.id": payment,
    currency: "USD",
    amount: 1999,
    "body.amount": 500,
    refunded_amount: 500,
    is_disputed: false,
    invoice_number: "A1B2C3D4-0001",
    payment_id: payment,
    idempotency_key: "refund-of-ticket-4711",
    "response.id": "re_3PqZ2kRm4XlVbT8c0aBcDeFg",
  },
  endpoints: {
    "GET /internal/payments/transactions": {},
    "GET /internal/payments/transactions/{transaction_id}/payments": {},
    "POST /internal/payments/transactions/{transaction_id}/refund": {
      samples: { "response.amount": 500, "response.status": "succeeded" },
    },
  },
};
