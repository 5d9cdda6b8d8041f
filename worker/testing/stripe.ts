import { Stripe } from "stripe";
import { sendRequest, type TestResponse } from "./send-request";

/** Says what the stand-in for Stripe does to requests with a secret key. */
export type StripeBehaviour = "works" | "broken" | "limited" | "hangs" | "secretless" | "unknown";

const webhookSecret = "whsec_test";

/** The settings of an instance that takes payments. */
export function withStripe(behaviour: StripeBehaviour = "works") {
  return {
    STRIPE_SECRET_KEY: `sk_test_${behaviour}`,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: "pk_test_page",
  };
}

type Kind =
  | "customers"
  | "setup_intents"
  | "products"
  | "payment_intents"
  | "subscriptions"
  | "invoices"
  | "refunds"
  | "disputes"
  | "portal_configurations";
// biome-ignore lint/suspicious/noExplicitAny: tests assert on objects of Stripe's field by field
type StripeObject = Record<string, any> & { id: string };

const testUrl = "https://api.stripe.com/test";

/** All that an account has at the stand-in. */
export async function atStripe(
  account: string,
  changes?: object,
): Promise<{ account: StripeObject } & Partial<Record<Kind, StripeObject[]>>> {
  return send(`${testUrl}/${account}`, changes);
}

/** Has something happen to an object at the stand-in, such as a payment. @returns the object */
export async function changeAtStripe(
  account: string,
  [kind, id]: [Kind, string],
  changes: object,
): Promise<StripeObject> {
  return send(`${testUrl}/${account}/${kind}/${id}`, changes);
}

async function send<T>(url: string, changes: object = {}): Promise<T> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(changes) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}

/** An event of Stripe's. Its id and time are new unless they are given. */
export interface TestEvent {
  type: string;
  account?: string;
  object: object;
  id?: string;
  created?: number;
}

export function stripeEvent({ type, account, object, id, created }: TestEvent): string {
  return JSON.stringify({
    ...{ id: id ?? `evt_${crypto.randomUUID()}`, object: "event", api_version: "2026-10-28.endive", type },
    ...{ created: created ?? Math.floor(Date.now() / 1000), livemode: false, pending_webhooks: 1, request: null },
    ...(account && { account }),
    data: { object },
  });
}

/** The header by which Stripe signs an event. @param at seconds since the epoch */
export async function signatureOf(
  payload: string,
  { secret = webhookSecret, at }: { secret?: string; at?: number } = {},
): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    ...(at !== undefined && { timestamp: at }),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

/** Sends an event as Stripe does. */
export async function deliver(
  event: TestEvent | string,
  settings: Record<string, string> = withStripe(),
): Promise<TestResponse> {
  const payload = typeof event === "string" ? event : stripeEvent(event);
  return sendRequest("POST /integrations/stripe/webhooks", {
    rawBody: payload,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": await signatureOf(payload),
    },
    settings,
  });
}
