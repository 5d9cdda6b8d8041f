import { encodeHexLowerCase } from "@oslojs/encoding";
import type { Stripe } from "stripe";
import type { Currency } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import { type DayInterval, timesQuantity } from "../catalogue";
import { ask, openStripe, type StripeConnection, StripeFailed } from "./connection";

/** Holds what a payment or a subscription carries at Stripe: texts of at most 500 characters each, as Stripe takes them. */
export interface PurchaseMetadata {
  purchaseKind: "ONE_TIME" | "SUBSCRIPTION";
  purchaseId: string;
  /** The project's id. */
  tenancyId: string;
  customerType: CustomerType;
  customerId: string;
  offerId?: string;
  priceId: string;
  purchaseQuantity: string;
  /** The offer as JSON, where it is short enough. */
  offer?: string;
}

export interface ChargedPrice {
  currency: Currency;
  /** Smallest units, of one unit. */
  unitAmount: number;
  quantity: number;
  /** Name of the product at Stripe. */
  offerName: string;
  metadata: PurchaseMetadata;
}

export interface StartedPayment {
  /** The payment or the subscription. */
  stripeId: string;
  /** A page asks the customer for the payment with this; null where nothing has to be paid now. */
  clientSecret: string | null;
  /** Is true if it has begun without a payment, as a free one or a trial does. */
  isActive: boolean;
}

const expand = ["latest_invoice.confirmation_secret", "pending_setup_intent"];

/** Begins a payment. @throws {StripeFailed} */
export async function startPayment(
  { stripe, stripeAccountId }: StripeConnection,
  {
    currency,
    unitAmount,
    quantity,
    metadata,
    offerName,
    stripeCustomerId,
  }: ChargedPrice & { stripeCustomerId: string },
): Promise<StartedPayment> {
  const client = await openStripe(stripe, stripeAccountId);
  const { id, client_secret } = await ask(() =>
    client.paymentIntents.create(
      {
        amount: timesQuantity(unitAmount, quantity),
        currency: currency.toLowerCase(),
        customer: stripeCustomerId,
        description: offerName || "Offer",
        metadata: { ...metadata },
        automatic_payment_methods: { enabled: true },
      },
      { idempotencyKey: `${metadata.purchaseId}/payment` },
    ),
  );
  return { stripeId: id, clientSecret: client_secret, isActive: false };
}

/**
 * Begins a subscription, which becomes active with its first payment. With a trial it is active at once, and ends with the
 * trial if no payment method was given.
 *
 * @param subscription.trialEnd milliseconds since the epoch
 * @throws {StripeFailed}
 */
export async function startSubscription(
  { stripe, stripeAccountId }: StripeConnection,
  subscription: ChargedPrice & { stripeCustomerId: string; interval: DayInterval; trialEnd?: number },
): Promise<StartedPayment> {
  const { metadata, stripeCustomerId, trialEnd } = subscription;
  const client = await openStripe(stripe, stripeAccountId);
  return ask(async () => {
    const item = await itemOf(client, subscription);
    const started = await client.subscriptions.create(
      {
        customer: stripeCustomerId,
        items: [item],
        payment_behavior: "default_incomplete",
        payment_settings: { save_default_payment_method: "on_subscription" },
        ...(trialEnd !== undefined && {
          trial_end: Math.ceil(trialEnd / 1000),
          trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
        }),
        metadata: { ...metadata },
        expand,
      },
      { idempotencyKey: `${metadata.purchaseId}/subscription` },
    );
    return startedOf(started);
  });
}

/**
 * Changes a subscription in place to another price, quantity and purchase, and bills the difference at once with the payment
 * method that it has. Where that fails, nothing changes.
 *
 * @throws {StripeFailed}
 */
export async function switchSubscription(
  { stripe, stripeAccountId }: StripeConnection,
  change: ChargedPrice & { stripeSubscriptionId: string; interval: DayInterval },
): Promise<void> {
  const { stripeSubscriptionId, metadata } = change;
  const client = await openStripe(stripe, stripeAccountId);
  await ask(async () => {
    const { items } = await client.subscriptions.retrieve(stripeSubscriptionId);
    await client.subscriptions.update(
      stripeSubscriptionId,
      {
        items: [{ id: items.data[0]?.id, ...(await itemOf(client, change)) }],
        // What the purchase before had and this one has not is unset by an empty text.
        metadata: { offerId: "", offer: "", ...metadata },
        cancel_at_period_end: false,
        proration_behavior: "always_invoice",
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: `${metadata.purchaseId}/switch` },
    );
  });
}

function startedOf(subscription: Stripe.Subscription): StartedPayment {
  const { id, status } = subscription;
  return { stripeId: id, clientSecret: secretOf(subscription), isActive: status === "active" || status === "trialing" };
}

/** The one item of a subscription. */
async function itemOf(
  client: Stripe,
  { currency, unitAmount, quantity, offerName, interval }: ChargedPrice & { interval: DayInterval },
) {
  const [count, unit] = interval;
  return {
    price_data: {
      currency: currency.toLowerCase(),
      product: await ensureProduct(client, offerName || "Offer"),
      recurring: { interval: unit, interval_count: count },
      unit_amount: unitAmount,
    },
    quantity,
  };
}

/** Products have a name and nothing else that matters, so that those of one name are one. */
async function ensureProduct(client: Stripe, name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  const id = `offer_${encodeHexLowerCase(new Uint8Array(digest)).slice(0, 32)}`;
  try {
    await ask(() => client.products.create({ id, name: name.slice(0, 250) }));
  } catch (error) {
    if (!(error instanceof StripeFailed && error.code === "resource_already_exists")) throw error;
  }
  return id;
}

/** Of the first invoice; without one to pay, of the payment method that later ones are paid with. */
function secretOf({ latest_invoice, pending_setup_intent }: Stripe.Subscription): string | null {
  const ofInvoice = typeof latest_invoice === "object" ? latest_invoice?.confirmation_secret?.client_secret : undefined;
  const ofSetup = typeof pending_setup_intent === "object" ? pending_setup_intent?.client_secret : undefined;
  return ofInvoice ?? ofSetup ?? null;
}
