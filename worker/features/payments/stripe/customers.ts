import { encodeHexLowerCase } from "@oslojs/encoding";
import type { Stripe } from "stripe";
import type { CustomerKey } from "../../../db/payments/customer";
import { insertStripeCustomer, selectStripeCustomer } from "../../../db/payments/stripe/statements";
import { ask, openStripe, type StripeConnection } from "./connection";

/**
 * Returns the customer in the project's account at Stripe, and makes it if there is none. All requests have the same idempotency key, so
 * there is a single customer however many ask for it at once.
 *
 * @throws {StripeFailed}
 */
export async function ensureStripeCustomer(connection: StripeConnection, customer: CustomerKey): Promise<string> {
  const { db, stripe, stripeAccountId } = connection;
  const [[known]] = await db.batch([selectStripeCustomer(db, customer)]);
  if (known) return known.stripeCustomerId;
  const { projectId, customerType, customerId } = customer;
  const client = await openStripe(stripe, stripeAccountId);
  const idempotencyKey = await customerIdempotencyKey(customer);
  const { id } = await ask(() =>
    client.customers.create(
      { metadata: { tenancyId: projectId, customerType, customerId } },
      // Parallel requests of one key are refused with a conflict until the first has its response.
      { idempotencyKey, maxNetworkRetries: 3 },
    ),
  );
  const [, [stored]] = await db.batch([
    insertStripeCustomer(db, { ...customer, stripeCustomerId: id, createdAt: Date.now() }),
    selectStripeCustomer(db, customer),
  ]);
  return stored?.stripeCustomerId ?? id;
}

/** A hash, because ids of custom customers are any text, and keys have at most 255 characters. */
async function customerIdempotencyKey({ projectId, customerType, customerId }: CustomerKey): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([projectId, customerType, customerId]));
  return `customer/${encodeHexLowerCase(new Uint8Array(await crypto.subtle.digest("SHA-256", text)))}`;
}

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
export async function payFromCustomer(client: Stripe, customer: string): Promise<void> {
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

/** An invoice that a customer may see: drafts have no number and no page yet. */
export interface Invoice {
  id: string;
  number: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  status: "open" | "paid" | "uncollectible" | "void";
  /** In capital letters. */
  currency: string;
  /** Smallest units of the currency. */
  total: number;
  amountDue: number;
  pageUrl: string | null;
  pdfUrl: string | null;
  stripeSubscriptionId: string | null;
}

/**
 * A page of a customer's invoices, newest first.
 *
 * @param page.after the invoice before the page
 * @returns what comes after the page as `next`; null on the last page
 * @throws {StripeFailed}
 */
export async function readInvoices(
  { stripe, stripeAccountId }: StripeConnection,
  page: { stripeCustomerId: string; after: string | undefined; limit: number },
): Promise<{ invoices: Invoice[]; next: string | null }> {
  const client = await openStripe(stripe, stripeAccountId);
  const { data, has_more } = await ask(() =>
    client.invoices.list({
      customer: page.stripeCustomerId,
      limit: page.limit,
      ...(page.after !== undefined && { starting_after: page.after }),
    }),
  );
  return { invoices: data.flatMap(toInvoice), next: has_more ? (data.at(-1)?.id ?? null) : null };
}

const statuses = ["open", "paid", "uncollectible", "void"] as const;

function toInvoice(invoice: Stripe.Invoice): Invoice[] {
  const status = statuses.find((each) => each === invoice.status);
  if (!status || !invoice.id) return [];
  const subscription = invoice.parent?.subscription_details?.subscription;
  return [
    {
      id: invoice.id,
      number: invoice.number,
      createdAt: invoice.created * 1000,
      status,
      currency: invoice.currency.toUpperCase(),
      total: invoice.total,
      amountDue: invoice.amount_due,
      pageUrl: invoice.hosted_invoice_url ?? null,
      pdfUrl: invoice.invoice_pdf ?? null,
      stripeSubscriptionId: (typeof subscription === "string" ? subscription : subscription?.id) ?? null,
    },
  ];
}
