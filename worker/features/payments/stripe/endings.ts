import type { Currency } from "../../../config";
import { ask, openStripe, type StripeConnection, StripeFailed } from "./connection";

/**
 * Ends a subscription now. One that has ended already, or that Stripe does not have, is no error.
 *
 * @param options.isCredited whether the rest of its period is credited to the customer, for the next invoices
 * @throws {StripeFailed}
 */
export async function cancelSubscription(
  { stripe, stripeAccountId }: Pick<StripeConnection, "stripe" | "stripeAccountId">,
  stripeSubscriptionId: string,
  { isCredited = false }: { isCredited?: boolean } = {},
): Promise<void> {
  const client = await openStripe(stripe, stripeAccountId);
  try {
    await ask(() =>
      client.subscriptions.cancel(stripeSubscriptionId, isCredited ? { invoice_now: true, prorate: true } : {}),
    );
  } catch (error) {
    if (!(error instanceof StripeFailed && error.code === "resource_missing")) throw error;
  }
}

/**
 * Ends what was begun and has not been paid, so that it cannot be paid any more.
 *
 * @param stripeId a payment or a subscription
 * @returns false where it is paid, or is being paid
 * @throws {StripeFailed}
 */
export async function endUnpaid(connection: StripeConnection, stripeId: string): Promise<boolean> {
  return stripeId.startsWith("pi_") ? cancelPayment(connection, stripeId) : endIncomplete(connection, stripeId);
}

async function cancelPayment({ stripe, stripeAccountId }: StripeConnection, id: string): Promise<boolean> {
  const client = await openStripe(stripe, stripeAccountId);
  try {
    await ask(() => client.paymentIntents.cancel(id));
    return true;
  } catch (error) {
    if (!(error instanceof StripeFailed && error.code === "payment_intent_unexpected_state")) throw error;
    const { status } = await ask(() => client.paymentIntents.retrieve(id));
    return status === "canceled";
  }
}

async function endIncomplete(connection: StripeConnection, id: string): Promise<boolean> {
  const client = await openStripe(connection.stripe, connection.stripeAccountId);
  const { status, pending_setup_intent } = await ask(() => client.subscriptions.retrieve(id));
  const isAwaited = status === "incomplete" || (status === "trialing" && pending_setup_intent !== null);
  if (isAwaited) await cancelSubscription(connection, id);
  return isAwaited || status === "incomplete_expired" || status === "canceled";
}

/** So few that a step of a task ends in time. */
const endedAtOnce = 20;

/**
 * Ends some of the subscriptions of a customer, or of all customers of an account.
 *
 * @param of.stripeCustomerId empty for all customers
 * @returns whether none is left
 * @throws {StripeFailed}
 */
export async function endSubscriptions(
  of: Pick<StripeConnection, "stripe" | "stripeAccountId"> & { stripeCustomerId: string },
): Promise<boolean> {
  const { stripe, stripeAccountId, stripeCustomerId } = of;
  const client = await openStripe(stripe, stripeAccountId);
  // Without a status these are all that were not cancelled.
  const found = await ask(() =>
    client.subscriptions
      .list({ ...(stripeCustomerId && { customer: stripeCustomerId }), limit: 100 })
      .autoPagingToArray({
        limit: 10_000,
      }),
  );
  const left = found.filter(({ status }) => status !== "incomplete_expired" && status !== "canceled");
  for (const { id } of left.slice(0, endedAtOnce)) await cancelSubscription(of, id);
  return left.length <= endedAtOnce;
}

/** Has a subscription end with its period, or go on after it. @throws {StripeFailed} also for one that has ended */
export async function setCancelAtPeriodEnd(
  { stripe, stripeAccountId }: StripeConnection,
  stripeSubscriptionId: string,
  ends: boolean,
): Promise<void> {
  const client = await openStripe(stripe, stripeAccountId);
  await ask(() => client.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: ends }));
}

/** The currency that a subscription is paid in, which it keeps for good. @throws {StripeFailed} */
export async function readCurrency(
  { stripe, stripeAccountId }: StripeConnection,
  stripeSubscriptionId: string,
): Promise<Currency | undefined> {
  const client = await openStripe(stripe, stripeAccountId);
  const { items } = await ask(() => client.subscriptions.retrieve(stripeSubscriptionId));
  return items.data[0]?.price.currency.toUpperCase() as Currency | undefined;
}
