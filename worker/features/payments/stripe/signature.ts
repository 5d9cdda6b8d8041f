import type { Stripe } from "stripe";

/**
 * Reads an event of Stripe whose signature is over this very text, and not older than five minutes, which is Stripe's own
 * tolerance.
 *
 * @returns undefined where the signature is not valid
 * @see https://docs.stripe.com/webhooks#verify-events
 */
export async function readEvent(secret: string, body: string, signature: string): Promise<Stripe.Event | undefined> {
  const { Stripe } = await import("stripe");
  try {
    return await Stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}
