import type { Stripe } from "stripe";
import { ask, openStripe, type StripeConnection } from "./connection";

/** Marks the configuration of the page in which nothing but the payment method can be changed. */
const purpose = "payment-method";

/**
 * Makes a link to Stripe's page on which a customer changes their payment method, and nothing else. Subscriptions are cancelled and
 * switched by rules of our own.
 *
 * @throws {StripeFailed}
 */
export async function startPaymentMethodUpdate(
  { stripe, stripeAccountId }: StripeConnection,
  { stripeCustomerId, returnUrl }: { stripeCustomerId: string; returnUrl: string },
): Promise<string> {
  const client = await openStripe(stripe, stripeAccountId);
  return ask(async () => {
    await payFromCustomer(client, stripeCustomerId);
    const { url } = await client.billingPortal.sessions.create({
      customer: stripeCustomerId,
      configuration: await ensureConfiguration(client),
      return_url: returnUrl,
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
      },
    });
    return url;
  });
}

/**
 * Has a customer's subscriptions paid with the payment method of the customer, because the page changes that one. A subscription with a
 * payment method of its own would keep it.
 *
 * @see https://docs.stripe.com/customer-management/portal-deep-links
 */
async function payFromCustomer(client: Stripe, customer: string): Promise<void> {
  const { data } = await client.subscriptions.list({ customer, limit: 100 });
  const own = data.filter(({ default_payment_method }) => default_payment_method !== null);
  const [first] = own;
  if (!first) return;
  const found = await client.customers.retrieve(customer);
  if (!found.deleted && !found.invoice_settings?.default_payment_method) {
    const method = first.default_payment_method;
    const default_payment_method = typeof method === "string" ? method : (method?.id ?? "");
    await client.customers.update(customer, { invoice_settings: { default_payment_method } });
  }
  for (const { id } of own) await client.subscriptions.update(id, { default_payment_method: "" });
}

async function ensureConfiguration(client: Stripe): Promise<string> {
  const { data } = await client.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.purpose === purpose);
  if (known) return known.id;
  const { id } = await client.billingPortal.configurations.create(
    { features: { payment_method_update: { enabled: true } }, metadata: { purpose } },
    { idempotencyKey: `configuration/${purpose}` },
  );
  return id;
}
