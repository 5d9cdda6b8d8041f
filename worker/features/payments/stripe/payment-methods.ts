import type { Stripe } from "stripe";
import { ask, openStripe, type StripeConnection, StripeFailed } from "./connection";
import { payFromCustomer } from "./customers";

/** Holds what a customer pays with. What is of cards alone is null for anything else. */
export interface PaymentMethod {
  id: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
}

type Account = Pick<StripeConnection, "stripe" | "stripeAccountId">;

/** The payment method that a customer has chosen; null where they have chosen none. @throws {StripeFailed} */
export async function readPaymentMethod(
  { stripe, stripeAccountId }: Account,
  stripeCustomerId: string,
): Promise<PaymentMethod | null> {
  const client = await openStripe(stripe, stripeAccountId);
  const expand = ["invoice_settings.default_payment_method"];
  const customer = await ask(() => client.customers.retrieve(stripeCustomerId, { expand }));
  return customer.deleted ? null : methodOf(customer.invoice_settings?.default_payment_method);
}

/** Begins to set up a payment method for later payments. @returns what Stripe's form opens with @throws {StripeFailed} */
export async function startSetup({ stripe, stripeAccountId }: Account, customer: string): Promise<string> {
  const client = await openStripe(stripe, stripeAccountId);
  const { client_secret } = await ask(() => client.setupIntents.create({ customer, usage: "off_session" }));
  return client_secret ?? "";
}

/**
 * Has a customer pay with what was set up.
 *
 * @returns undefined where it is not complete, or another customer has set it up
 * @throws {StripeFailed}
 */
export async function completeSetup(
  { stripe, stripeAccountId }: Account,
  { stripeCustomerId, setupIntentId }: { stripeCustomerId: string; setupIntentId: string },
): Promise<PaymentMethod | undefined> {
  const client = await openStripe(stripe, stripeAccountId);
  const intent = await found(ask(() => client.setupIntents.retrieve(setupIntentId, { expand: ["payment_method"] })));
  const owner = typeof intent?.customer === "string" ? intent.customer : intent?.customer?.id;
  const method = methodOf(intent?.payment_method);
  if (owner !== stripeCustomerId || intent?.status !== "succeeded" || !method) return undefined;
  await ask(async () => {
    await client.customers.update(stripeCustomerId, { invoice_settings: { default_payment_method: method.id } });
    await payFromCustomer(client, stripeCustomerId);
  });
  return method;
}

/** Returns undefined for what the account does not have. */
async function found<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StripeFailed && error.code === "resource_missing") return undefined;
    throw error;
  }
}

function methodOf(method: string | Stripe.PaymentMethod | null | undefined): PaymentMethod | null {
  if (!method) return null;
  if (typeof method === "string") return { id: method, brand: null, last4: null, expMonth: null, expYear: null };
  const { id, card } = method;
  return {
    ...{ id, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    ...{ expMonth: card?.exp_month ?? null, expYear: card?.exp_year ?? null },
  };
}
