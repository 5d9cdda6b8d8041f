import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

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
    "POST /payments/purchases/create-purchase-url": {},
    "POST /payments/purchases/validate-code": {},
    "POST /payments/purchases/purchase-session": {},
    "POST /payments/purchases/purchase-status": {
      samples: { status: "complete" },
    },
    "POST /internal/payments/test-mode-purchase-session": {},
  },
};
