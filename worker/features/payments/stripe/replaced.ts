import { endReplaced } from "../../../db/payments/purchases/changes";
import { selectSubscriptionsInForce } from "../../../db/payments/purchases/queries";
import { settleReplaced } from "../../../db/payments/purchases/started";
import type { StartedRow } from "../../../db/payments/purchases/synced";
import type { Statement } from "../../../platform/database";
import type { StripeConnection } from "./connection";
import { cancelSubscription } from "./endings";

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
