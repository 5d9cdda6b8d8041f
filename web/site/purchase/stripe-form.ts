import type {
  PaymentIntent,
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeElementsOptionsMode,
} from "@stripe/stripe-js";
import { isRenewed } from "../../ui/text/price-text";
import { pageScheme } from "../../ui/theme/page-scheme";
import { type Choice, type Purchase, trialOf } from "./purchase-requests";

/** Says with which account the provider's script acts, and for whom. */
export interface StripeAccess {
  publishableKey: string;
  stripeAccountId: string;
}

/**
 * The provider's script, which is loaded from its own server, when a payment can be made and not before.
 *
 * @param language of the page, which the provider's form then has too
 */
export async function loadStripeFor(
  { publishableKey, stripeAccountId }: StripeAccess,
  language: string,
): Promise<Stripe> {
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  const stripe = await loadStripe(publishableKey, { stripeAccount: stripeAccountId, locale: localeOf(language) });
  if (!stripe) throw new Error("Stripe has not loaded.");
  return stripe;
}

/** The provider has most languages without a region, and no Hindi. */
function localeOf(language: string): StripeElementLocale {
  if (language === "fr-CA" || language === "pt-BR" || language === "zh-TW") return language;
  if (language === "hi-IN") return "auto";
  return language.slice(0, 2) as StripeElementLocale;
}

/** The provider's form for what is chosen, before the payment begins. */
export function formFor(
  stripe: Stripe,
  purchase: Purchase,
  { price, currency }: Choice,
  amount: bigint,
): StripeElements {
  const options: StripeElementsOptionsMode = {
    mode: isRenewed(price) ? "subscription" : "payment",
    amount: trialOf(purchase, price) ? 0 : Number(amount),
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

/** Says what became of a payment that was confirmed in this page; the provider leaves the page where it needs one of its own. */
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

/**
 * Returns what became of a payment, for a page that the browser comes back to: `failed` where it was tried, `open` where it was left
 * before, such as on the page of a bank.
 */
export async function readOutcome(
  stripe: Stripe,
  clientSecret: string,
): Promise<"paid" | "processing" | "failed" | "open"> {
  if (clientSecret.startsWith("seti_")) {
    const { setupIntent } = await stripe.retrieveSetupIntent(clientSecret);
    if (setupIntent?.status === "succeeded") return "paid";
    if (setupIntent?.status === "processing") return "processing";
    return setupIntent?.last_setup_error ? "failed" : "open";
  }
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return outcomeOf(paymentIntent);
}

function outcomeOf(payment: PaymentIntent | undefined): "paid" | "processing" | "failed" | "open" {
  switch (payment?.status) {
    case "succeeded":
      return "paid";
    case "processing":
    case "requires_capture":
      return "processing";
    case "canceled":
      return "failed";
    case "requires_action": {
      // A page that was left can be opened again; vouchers and bank transfers are paid elsewhere.
      const { type } = payment.next_action ?? {};
      return type === "redirect_to_url" || type === "use_stripe_sdk" ? "open" : "processing";
    }
    default:
      return payment?.last_payment_error ? "failed" : "open";
  }
}
