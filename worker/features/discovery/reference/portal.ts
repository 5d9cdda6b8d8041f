import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

const monthly = { USD: "19.99", interval: [1, "month"] };

const subscription = {
  id: ids.apiKey,
  offer_id: "pro",
  offer_display_name: "Pro",
  quantity: 1,
  price: monthly,
  created_at_millis: 1_796_083_200_000,
  is_test: false,
  status: "active",
  current_period_start_millis: 1_796_083_200_000,
  current_period_end_millis: 1_798_761_600_000,
  cancels_at_period_end: false,
  ended_at_millis: null,
  can_cancel: true,
  can_resume: false,
  switch_options: [
    {
      offer_id: "basic",
      offer_display_name: "Basic",
      price_id: "monthly",
      price: { USD: "9.99", interval: [1, "month"] },
    },
  ],
};

const purchase = {
  id: ids.link,
  offer_id: "pack",
  offer_display_name: "100 credits",
  quantity: 2,
  price: { USD: "5.25" },
  created_at_millis: 1_796_083_200_000,
  is_test: false,
  refunded_at_millis: null,
};

const purchases = {
  subscriptions: [subscription],
  one_time_purchases: [purchase],
  included_offers: [{ offer_id: "free-storage", offer_display_name: "Storage", group_id: "storage" }],
};

const one = "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}" as const;

export const portal: Group = {
  section: "Payments",
  name: "A customer's own subscriptions",
  description:
    "What customers see and change of what they pay for, such as in the account settings of a website. Users act for themselves, members with `$update_team` for their team, and servers for every customer. Test mode works without Stripe.",
  samples: {
    customer_type: "user",
    customer_id: ids.user,
    subscription_id: ids.apiKey,
    cursor: absent,
    limit: 20,
    return_url: "https://www.example.com/account",
    url: "https://billing.stripe.com/p/session/live_YWNjdF8xUGdhZlRC",
  },
  endpoints: {
    "GET /payments/customers/{customer_type}/{customer_id}/purchases": { samples: { response: purchases } },
    [`${one}/cancel`]: {
      samples: { response: { ...subscription, cancels_at_period_end: true, can_cancel: false, can_resume: true } },
    },
    [`${one}/resume`]: { samples: { response: subscription } },
    [`${one}/switch`]: {
      samples: { body: { offer_id: "pro", price_id: "monthly" }, response: subscription },
    },
    "GET /payments/customers/{customer_type}/{customer_id}/invoices": {
      samples: {
        response: {
          invoices: [
            {
              id: "in_1PqZ2kRm4XlVbT8c",
              number: "A1B2C3D4-0001",
              created_at_millis: 1_796_083_200_000,
              status: "paid",
              currency: "USD",
              total: 1999,
              amount_due: 1999,
              hosted_invoice_url: "https://invoice.stripe.com/i/acct_1PgafTB7WZ01zgkW/live_YWNjdF8xUGdhZlRC",
              invoice_pdf_url: "https://pay.stripe.com/invoice/acct_1PgafTB7WZ01zgkW/live_YWNjdF8xUGdhZlRC/pdf",
              subscription_id: ids.apiKey,
            },
          ],
          next_cursor: null,
        },
      },
    },
    "POST /payments/customers/{customer_type}/{customer_id}/payment-method": {},
  },
};
