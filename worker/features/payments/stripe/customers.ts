import { encodeHexLowerCase } from "@oslojs/encoding";
import type { CustomerKey } from "../../../db/payments/customer";
import { insertStripeCustomer } from "../../../db/payments/stripe/changes";
import { selectStripeCustomer } from "../../../db/payments/stripe/queries";
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
