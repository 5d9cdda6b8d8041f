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
  fields: {
    customer_type: "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record.",
    customer_id:
      "The id of the user, or `me` for the signed-in one; the id of the team; for a custom customer, any text of up to 1,000 characters.",
    subscription_id: "The id of one of the customer's subscriptions.",
    subscriptions: "What the customer subscribes to or has subscribed to.",
    one_time_purchases: "What the customer has paid once.",
    included_offers:
      "The free offers of groups of which the customer has bought no other: they have them without a purchase.",
    id: "The id of the subscription.",
    "one_time_purchases.id": "The id of the purchase.",
    offer_id: "The id of the offer in the project's configuration; null for one that the backend has described itself.",
    offer_display_name: "The offer's name for people.",
    group_id: "The id of the offer's group.",
    quantity: "The units that were bought.",
    price:
      "The price as it was when it was bought: its amounts by currency, and the interval of a subscription. Null where it is none of the offer's.",
    interval: 'A count and a unit, such as `[1, "month"]`.',
    is_test: "Whether it was bought in test mode, in which no money moves.",
    status: "As Stripe has it. What is included is there while it is `active` or `trialing`.",
    current_period_start_millis: "When the period began that is paid, in milliseconds since the Unix epoch.",
    current_period_end_millis: "When that period ends; null where it has no end.",
    cancels_at_period_end: "Whether it was cancelled, and ends with that period.",
    ended_at_millis: "When it ended; null while it goes on.",
    can_cancel: "Whether it can be cancelled.",
    can_resume: "Whether its cancellation can be taken back.",
    switch_options: "The prices that it can be switched to.",
    "switch_options.price": "The price: its amounts by currency, and its interval.",
    price_id: "The id of one of the offer's prices.",
    refunded_at_millis: "When the money was given back; null where it was not.",
    cursor: "Where the page begins: `next_cursor` of the page before.",
    limit: "How many invoices a page has at most.",
    invoices: "The invoices of the page.",
    "invoices.id": "The id of the invoice at Stripe.",
    number: "The number that is printed on it.",
    "invoices.status": "`open` until it is paid; `void` and `uncollectible` are not paid any more.",
    currency: "The currency of the amounts, in capital letters.",
    total: "What it is over, in the smallest unit of the currency, such as cents.",
    amount_due: "What had to be paid when it was made, in the same unit.",
    hosted_invoice_url: "Stripe's page of the invoice, on which it can be paid.",
    invoice_pdf_url: "The invoice as a PDF.",
    "invoices.subscription_id": "The subscription that it is for, as it goes on today; null where it is for none.",
    next_cursor: "Where the next page begins; null on the last one.",
    return_url: "Where the page leads back to.",
    url: "Where to send the customer, in a browser.",
    ...Object.fromEntries(
      ["USD", "EUR", "GBP", "JPY", "INR", "AUD", "CAD"].map((currency) => [
        currency,
        `The amount in ${currency}, as decimal text.`,
      ]),
    ),
  },
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
