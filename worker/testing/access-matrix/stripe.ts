// The provider of payments, of which the matrix has none.
import type { Row } from "./row";

const refused = {
  "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
};

export const stripe: Row[] = [
  {
    key: "POST /internal/payments/setup",
    input: () => ({ body: {} }),
    outcomes: { "501": "admin owner", ...refused },
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
  },
  {
    key: "GET /internal/payments/transactions",
    input: () => ({}),
    outcomes: { "200": "admin owner", ...refused },
  },
];
