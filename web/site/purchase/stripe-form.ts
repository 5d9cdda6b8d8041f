import type { Stripe, StripeElements, StripeElementsOptionsMode } from "@stripe/stripe-js";
import { pageScheme } from "../../ui/theme/page-scheme";
import type { Choice } from "./choice";
import { isRenewed } from "./price-text";
import type { Purchase } from "./purchase-requests";

/** With which account the provider's script acts, and for whom. */
export interface StripeAccess {
  publishableKey: string;
  stripeAccountId: string;
}

/** The provider's script, which is loaded from its own server, when a payment can be made and not before. */
export async function loadStripeFor({ publishableKey, stripeAccountId }: StripeAccess): Promise<Stripe> {
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  const stripe = await loadStripe(publishableKey, { stripeAccount: stripeAccountId });
  if (!stripe) throw new Error("Stripe has not loaded.");
  return stripe;
}

/** The provider's form for what is chosen, before the payment begins. */
export function formFor(
  stripe: Stripe,
  { offer }: Purchase,
  { price, currency, quantity }: Choice,
  amount: bigint,
): StripeElements {
  const isSubscription = isRenewed(price);
  const hasTrial = isSubscription && (price.free_trial ?? offer.free_trial) !== undefined;
  const options: StripeElementsOptionsMode = {
    mode: isSubscription ? "subscription" : "payment",
    amount: hasTrial && quantity > 0 ? 0 : Number(amount),
    currency: currency.toLowerCase(),
    ...look(),
  };
  return stripe.elements(options);
}

/** The form in the page's own scheme. */
export function look() {
  const scheme = pageScheme() ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return { appearance: { theme: scheme === "dark" ? ("night" as const) : ("stripe" as const) } };
}

/** What became of a payment that was confirmed in this page; the provider leaves the page where it needs one of its own. */
export type Confirmation = { outcome: "paid" | "processing" } | { problem: string };

/** Has the customer confirm a payment, or how later ones are paid. */
export async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string): Promise<Confirmation> {
  const options = {
    elements,
    clientSecret,
    confirmParams: { return_url: `${window.location.origin}${window.location.pathname}` },
    redirect: "if_required" as const,
  };
  if (clientSecret.startsWith("seti_")) {
    const { error } = await stripe.confirmSetup(options);
    return error ? { problem: error.message ?? "" } : { outcome: "paid" };
  }
  const { error, paymentIntent } = await stripe.confirmPayment(options);
  const intent = paymentIntent ?? error?.payment_intent;
  // A payment that was made already, such as with a method that the customer has saved, cannot be confirmed again.
  if (intent?.status === "succeeded") return { outcome: "paid" };
  if (error) return { problem: error.message ?? "" };
  return { outcome: intent?.status === "processing" ? "processing" : "paid" };
}

/** What became of a payment, for a page that the browser comes back to. */
export async function readOutcome(stripe: Stripe, clientSecret: string): Promise<"paid" | "processing" | "failed"> {
  const { status } = clientSecret.startsWith("seti_")
    ? ((await stripe.retrieveSetupIntent(clientSecret)).setupIntent ?? {})
    : ((await stripe.retrievePaymentIntent(clientSecret)).paymentIntent ?? {});
  if (status === "succeeded") return "paid";
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "processing";
}
