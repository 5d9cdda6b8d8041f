// The provider of payments: a project's account there, and the events by which it reports.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, headerText, noBody, noQuery, text } from "../../../protocol/fields";

export const noStripe = plainError(
  501,
  "This instance takes no payments: its operator has not configured Stripe (STRIPE_SECRET_KEY). Purchases in test mode work without it.",
  { remedy: "Ask the operator of the instance to configure Stripe, or buy in test mode." },
);

export const stripeFailed = plainError(502, "Stripe did not respond as expected. Try again later.", {
  remedy:
    "Send the request again; a repeated one makes no second payment. The operator sees in Stripe's log what it refuses.",
});

export const noAccount = plainError(400, "Stripe account ID is not set", {
  remedy: "Set up payments first: `POST /internal/payments/setup`.",
});

export const signatureInvalid = plainError(400, "Invalid stripe-signature header", {
  remedy:
    "Send events as Stripe does: signed with the endpoint's secret, which is the instance's `STRIPE_WEBHOOK_SECRET`, and within five minutes.",
});

export const setupPayments = endpoint("POST /internal/payments/setup", {
  summary: "Set up payments for a project",
  description:
    "Makes the project's connected account at Stripe, once, and a fresh link to the page on which its owner fills in what Stripe asks for. The page returns to the project's payments in the dashboard.",
  access: adminOnly,
  query: noQuery,
  body: noBody,
  response: z.object({
    url: z
      .string()
      .describe(
        "The page on which the owner fills in what Stripe asks for. It is valid for some minutes and opens once.",
      ),
  }),
  errors: [noStripe, stripeFailed],
});

export const readAccountInfo = endpoint("GET /internal/payments/stripe/account-info", {
  summary: "Read how far the project's account at Stripe is",
  description: "As Stripe has it now: customers can pay once charges are enabled.",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    account_id: z.string().describe("The account's id at Stripe."),
    charges_enabled: flag.describe("Whether customers can pay."),
    details_submitted: flag.describe("Whether the owner has filled in all that Stripe asks for."),
    payouts_enabled: flag.describe("Whether Stripe pays out to the owner's bank."),
  }),
  errors: ["STRIPE_ACCOUNT_INFO_NOT_FOUND", noStripe, stripeFailed],
});

export const createAccountSession = endpoint("POST /internal/payments/stripe-widgets/account-session", {
  summary: "Create a session for Stripe's embedded widgets",
  description:
    "The secret opens the widgets of payments, with refunds, disputes and captures, and the notification banner, of the project's account alone.",
  access: adminOnly,
  query: noQuery,
  body: noBody,
  response: z.object({ client_secret: z.string().describe("What Stripe's embedded widgets open with.") }),
  errors: [noAccount, noStripe, stripeFailed],
});

export const receiveStripeEvent = endpoint("POST /integrations/stripe/webhooks", {
  summary: "Receive an event of Stripe",
  description:
    "For the instance's endpoint for events of connected accounts at Stripe. The signature is checked over the body as it was sent, with STRIPE_WEBHOOK_SECRET, and is valid for five minutes before and after its time. An event is handled once however often it comes; what it is about is read anew from Stripe, so that the order of events does not matter. Events of other accounts, and of objects that are no purchases, and bodies that are no events are accepted without effect.",
  access: "public",
  query: noQuery,
  headers: z.object({ "stripe-signature": headerText.describe("The signature, as Stripe makes it.") }),
  body: text(1_000_000),
  takesRawBody: true,
  response: z.object({ received: z.literal(true).describe("Always `true`.") }),
  errors: [signatureInvalid, noStripe, stripeFailed],
});
