import type { Currency } from "../../../config";
import { endReplaced } from "../../../db/payments/purchases/changes";
import { selectSubscriptionsInForce } from "../../../db/payments/purchases/queries";
import { settleReplaced } from "../../../db/payments/purchases/started";
import type { StartedRow } from "../../../db/payments/purchases/synced";
import type { Statement } from "../../../platform/database";
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

/**
 * Ends the subscriptions that a purchase replaces, now that it is paid. First they end at the provider, which credits the rest of their
 * periods. Then the returned statements end them, together with what the payment means. Where the request dies in between, the event does
 * it again.
 *
 * Attack: everyone who has the publishable key makes purchase links for any customer. One that ended what the customer has before it is
 * paid would end the subscriptions of others. It would also end those of customers who open the page and give up.
 *
 * @param paid.by the subscription that takes their place; null for a one-time purchase
 * @throws {StripeFailed}
 */
export async function endReplacedBy(
  connection: StripeConnection,
  { id, customerType, customerId, replaces }: StartedRow,
  { by, now }: { by: string | null; now: number },
): Promise<Statement[]> {
  if (!replaces || replaces.length === 0) return [];
  const { db, projectId } = connection;
  const customer = { projectId, customerType, customerId };
  const [held] = await db.batch([selectSubscriptionsInForce(db, customer, now)]);
  const endedAtProvider = held
    .filter((row) => row.id !== by && row.offerId !== null && replaces.includes(row.offerId))
    .flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []);
  for (const stripeId of endedAtProvider) await cancelSubscription(connection, stripeId, { isCredited: true });
  return [
    endReplaced(db, customer, { offerIds: replaces, by, endedAtProvider, now }),
    settleReplaced(db, { projectId, id }),
  ];
}
