import type { Group } from "./entry";

export const stripe: Group = {
  section: "Payments",
  name: "Stripe",
  description:
    "A project is paid through an account at Stripe of its own, which is connected to that of the installation's operator. Without it, and without Stripe at all, purchases are made in test mode.",
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
