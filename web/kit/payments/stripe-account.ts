import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";

/** Says how far a project's account at Stripe is, in the names of the API. */
export interface StripeAccountInfo {
  readonly account_id: string;
  /** Is true if customers can pay. */
  readonly charges_enabled: boolean;
  /** Is true if the owner has filled in what Stripe asks for. */
  readonly details_submitted: boolean;
  /** Is true if Stripe pays out to the owner's bank. */
  readonly payouts_enabled: boolean;
}

/** @internal */
export function setupPayments(caller: Caller<"admin">): Promise<{ url: string }> {
  return caller.write("POST /internal/payments/setup");
}

/** @internal */
export async function getStripeAccountInfo(caller: Caller<"admin">): Promise<StripeAccountInfo | null> {
  try {
    return await caller.read("GET /internal/payments/stripe/account-info");
  } catch (error) {
    if (isKnownError(error, "STRIPE_ACCOUNT_INFO_NOT_FOUND")) return null;
    throw error;
  }
}

/** @internal */
export function createStripeWidgetAccountSession(caller: Caller<"admin">): Promise<{ client_secret: string }> {
  return caller.write("POST /internal/payments/stripe-widgets/account-session");
}
