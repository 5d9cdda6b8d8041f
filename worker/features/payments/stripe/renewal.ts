import type { Currency } from "../../../config";
import { ask, openStripe, type StripeConnection } from "./connection";

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
