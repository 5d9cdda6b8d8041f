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

export const stripe: Group = {
  section: "Payments",
  name: "Stripe",
  description:
    "A project is paid through an account at Stripe of its own, which is connected to that of the instance's operator. Without it, and without Stripe at all, purchases are made in test mode.",
  samples: {
    url: "https://connect.stripe.com/setup/c/acct_1PqZ2kRm4XlVbT8c/oTYy3kPq0sWd",
    account_id: "acct_1PqZ2kRm4XlVbT8c",
    client_secret: "accs_secret__QvL1u0ZkTrMxCz6wqAq3bXvPj2G7KmT4y9fHnS5d",
    "header.stripe-signature": "t=1798761599,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  },
  endpoints: {
    "POST /internal/payments/setup": {},
    "GET /internal/payments/stripe/account-info": {},
    "POST /internal/payments/stripe-widgets/account-session": {},
    "POST /integrations/stripe/webhooks": {
      samples: {
        body: '{"id":"evt_1PqZ2kRm4XlVbT8c","object":"event","type":"invoice.paid","account":"acct_1PqZ2kRm4XlVbT8c"}',
      },
    },
  },
};

const fullCode = `${ids.project}_5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2`;

export const purchases: Group = {
  section: "Payments",
  name: "Purchases",
  description:
    "What customers buy, on a page of the site to which a purchase URL leads. An offer is held by a user, a team or a custom customer, who is named by the link: anyone who opens the page buys for that customer. Of the offers of a group a customer subscribes to one at a time, beside its add-ons. See docs/payments.md.",
  samples: {
    customer_type: "team",
    customer_id: ids.team,
    offer_id: "pro",
    inline_offer: absent,
    offer_inline: absent,
    url: `https://www.example.com/purchase/${fullCode}`,
    full_code: fullCode,
    "offer.display_name": "Pro",
    stackable: false,
    free_trial: [1, "week"],
    prices: { monthly: { USD: "19.90", EUR: "17.90", interval: [1, "month"] } },
    stripe_account_id: "acct_1PgafTB7WZ01zgkW",
    stripe_publishable_key: "pk_live_TYooMQauvdEDq54NiTphI7jx",
    project_id: ids.project,
    project_display_name: "Analytical Engines",
    project_logo_url: "https://images.example.com/engines.png",
    already_bought_non_stackable: false,
    conflicting_group_offers: [{ offer_id: "basic", display_name: "Basic" }],
    refusal: null,
    replaced_offers: [{ offer_id: "basic", display_name: "Basic" }],
    test_mode: false,
    has_free_trial: false,
    price_id: "monthly",
    quantity: 1,
    currency: "EUR",
    client_secret: "pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH",
  },
  endpoints: {
    "POST /payments/purchases/create-purchase-url": {
      samples: { product_id: absent, product_inline: absent, inline_product: absent, return_url: absent },
    },
    "POST /payments/purchases/validate-code": {},
    "POST /payments/purchases/purchase-session": {},
    "POST /payments/purchases/purchase-status": {
      samples: { status: "complete" },
    },
    "POST /internal/payments/test-mode-purchase-session": {},
  },
};

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

const ofCustomer = {
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
    "GET /payments/customers/{customer_type}/{customer_id}/purchases": { samples: { response: ofCustomer } },
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

const product = {
  display_name: "Pro",
  customer_type: "user",
  server_only: false,
  stackable: false,
  prices: { monthly: { USD: "19.99", interval: [1, "month"] } },
  included_items: {},
};

export const products: Group = {
  section: "Payments",
  name: "Products",
  description:
    "Newer clients' name of offers: what is bought under one name is listed under both. Codes of errors have the name that the request used.",
  samples: {
    customer_type: "user",
    customer_id: ids.user,
    subscription_id: ids.apiKey,
    cursor: absent,
    limit: 20,
    product_id: "pro",
    from_product_id: "basic",
    to_product_id: "pro",
    price_id: "monthly",
    quantity: 1,
    product_inline: absent,
  },
  endpoints: {
    "GET /payments/products/{customer_type}/{customer_id}": {
      samples: {
        response: {
          items: [
            {
              ...{ id: "pro", quantity: 1, product, type: "subscription", switch_options: [] },
              subscription: {
                subscription_id: ids.apiKey,
                current_period_end: "2026-12-01T09:30:00.000Z",
                cancel_at_period_end: false,
                is_cancelable: true,
              },
            },
          ],
          is_paginated: true,
          pagination: { next_cursor: null },
        },
      },
    },
    "POST /payments/products/{customer_type}/{customer_id}": {},
    "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}": {},
    "POST /payments/products/{customer_type}/{customer_id}/switch": {},
  },
};

const card = { id: "pm_1PqZ2kRm4XlVbT8c", brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031 };

export const billing: Group = {
  section: "Payments",
  name: "Payment methods",
  description: "How a customer pays, on a website of one's own with Stripe's form.",
  samples: {
    customer_type: "user",
    customer_id: ids.user,
    cursor: absent,
    limit: 20,
    has_customer: true,
    default_payment_method: card,
    client_secret: "seti_1PqZ2kRm4XlVbT8c_secret_QvL1u0ZkTrMxCz6wqAq3bXvPj2G7KmT",
    stripe_account_id: "acct_1PgafTB7WZ01zgkW",
    setup_intent_id: "seti_1PqZ2kRm4XlVbT8c",
    created_at_millis: 1_796_083_200_000,
    status: "paid",
    amount_total: 1999,
    hosted_invoice_url: "https://invoice.stripe.com/i/acct_1PgafTB7WZ01zgkW/live_YWNjdF8xUGdhZlRC",
    next_cursor: null,
  },
  endpoints: {
    "GET /payments/billing/{customer_type}/{customer_id}": {},
    "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent": {},
    "POST /payments/payment-method/{customer_type}/{customer_id}/set-default": {},
    "GET /payments/invoices/{customer_type}/{customer_id}": {},
  },
};
