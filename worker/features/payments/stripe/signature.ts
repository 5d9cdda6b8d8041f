import { stripeLibrary } from "./library";

/** The same as Stripe's own tolerance, into both directions. */
const toleranceSeconds = 5 * 60;

/**
 * Whether a body is signed by Stripe: its signature is over this very text, and not older than five minutes. One of a later
 * time than in five minutes is none either, for it would be valid for longer.
 *
 * @see https://docs.stripe.com/webhooks#verify-events
 */
export async function isSignedByStripe(secret: string, body: string, header: string): Promise<boolean> {
  if (!(signedAt(header) <= Date.now() / 1000 + toleranceSeconds)) return false;
  const { Stripe } = await stripeLibrary();
  const { signature } = Stripe.webhooks;
  const provider = Stripe.createSubtleCryptoProvider();
  try {
    return (await signature?.verifyHeaderAsync(body, header, secret, toleranceSeconds, provider)) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** In seconds since the epoch, as Stripe's library reads it: of several times, the last one. */
function signedAt(header: string): number {
  const times = header.split(",").map((part) => part.split("="));
  return Number.parseInt(times.findLast(([name]) => name === "t")?.[1] ?? "", 10);
}
