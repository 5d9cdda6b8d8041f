import { encodeHexLowerCase } from "@oslojs/encoding";
import type { SubscriptionRow } from "../../../db/payments/purchases/portal";

/**
 * The id of what a subscription is switched to: the same for requests that are the same and read the same state, so that they
 * make one change at the provider, which takes the id as its idempotency key. What the provider has answered since, such as that a
 * payment failed, makes another one.
 *
 * @returns a UUID of version 8 (RFC 9562 section 5.8)
 */
export async function switchIdOf(
  { projectId, id, syncedAt }: SubscriptionRow,
  to: { offerId: string; priceId: string; quantity: number; currency: string; amount: number },
): Promise<string> {
  const { offerId, priceId, quantity, currency, amount } = to;
  const named = JSON.stringify([projectId, id, syncedAt, offerId, priceId, quantity, currency, amount]);
  const hash = encodeHexLowerCase(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(named))),
  );
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join("-");
}
