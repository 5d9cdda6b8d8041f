import type { Stripe } from "stripe";
import type { Database } from "../../../platform/database";
import type { StripeService } from "../../../platform/env";
import { lazyModule } from "../../../platform/lazy-module";
import type { Failing } from "../../../protocol/failing";
import { stripeFailed } from "./contract";

/** Holds what is needed to act on the account of a project. */
export interface StripeConnection {
  db: Database;
  /** `settings.stripe`, where configured. */
  stripe: StripeService;
  projectId: string;
  /** The connected account of the project, which is charged and paid directly. */
  stripeAccountId: string;
}

/** Stripe refused a request or did not respond. Its cause is Stripe's own error. */
export class StripeFailed extends Error {
  override readonly name = "StripeFailed";

  constructor(
    /** Stripe's code, such as `resource_missing`. */
    readonly code: string | undefined,
    options: ErrorOptions,
  ) {
    super(`Stripe failed: ${code ?? "no code"}`, options);
  }

  /** Tells whether Stripe has understood the request, and does not do it. */
  get isRefusal(): boolean {
    const { statusCode } = this.cause as { statusCode?: number };
    return statusCode === 400 || statusCode === 402;
  }

  /** Tells whether the key of the request was used for a different one. */
  get isKeyReused(): boolean {
    const { statusCode, rawType } = this.cause as { statusCode?: number; rawType?: string };
    return statusCode === 400 && rawType === "idempotency_error";
  }

  /** Tells whether a payment was refused, such as by the bank of a card, or there is nothing to pay with. */
  get isPaymentRefused(): boolean {
    const { statusCode } = this.cause as { statusCode?: number };
    return statusCode === 402 || this.code === "resource_missing";
  }
}

/**
 * Opens the way to Stripe, whose library is loaded with the first request that needs it.
 *
 * @param stripeAccountId the connected account for which all requests are made; without, the operator's own
 */
export async function openStripe(
  { secretKey, apiUrl, timeoutMs }: StripeService,
  stripeAccountId?: string,
): Promise<Stripe> {
  const { Stripe } = await stripeLibrary();
  const { protocol, hostname, port } = new URL(apiUrl ?? "https://api.stripe.com");
  return new Stripe(secretKey, {
    ...(apiUrl && {
      host: hostname,
      protocol: protocol === "http:" ? "http" : "https",
      ...(port && { port: Number(port) }),
    }),
    ...(stripeAccountId && { stripeAccount: stripeAccountId }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Makes requests to Stripe. @throws {StripeFailed} when one of them fails */
export async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    const { Stripe } = await stripeLibrary();
    if (cause instanceof Stripe.errors.StripeError) throw new StripeFailed(cause.code, { cause });
    throw cause;
  }
}

/** Stripe's library, which most isolates never need. */
export const stripeLibrary = lazyModule(() => import("stripe"));

/** Returns what the provider responds. Where it fails, the request does. */
export async function resultOf<T>({ fail }: Failing<typeof stripeFailed>, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    if (cause instanceof StripeFailed) return fail(stripeFailed, undefined, { cause });
    throw cause;
  }
}
