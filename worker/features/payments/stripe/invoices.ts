import type { Stripe } from "stripe";
import { ask, openStripe, type StripeConnection } from "./connection";

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
