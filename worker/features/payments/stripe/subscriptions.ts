import type { Stripe } from "stripe";
import {
  insertSynced,
  type SyncedSubscription,
  selectCurrentRows,
  selectStartedPurchases,
  switchSynced,
  updateSynced,
} from "../../../db/payments/purchases/synced";
import type { Statement } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { ask, openStripe, type StripeConnection } from "./connection";
import { type ReadMetadata, readBought, readMetadata } from "./purchase-metadata";

/** The most subscriptions of one customer that are read: ten requests. */
const maxSubscriptions = 1000;

const statuses = new Set<string>([
  "active",
  "trialing",
  "canceled",
  "paused",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "unpaid",
] satisfies SyncedSubscription["status"][]);

/**
 * What all subscriptions of a customer are now, as Stripe has them. An answer that is older than what a row has changes
 * nothing, so that it does not matter in which order events are handled.
 *
 * @param event.stripeEventId null where it is not for an event
 * @throws {StripeFailed}
 */
export async function subscriptionStatements(
  connection: StripeConnection & { settings: Settings },
  { stripeCustomerId, stripeEventId }: { stripeCustomerId: string; stripeEventId: string | null },
): Promise<Statement[]> {
  const { db, stripe, projectId, stripeAccountId } = connection;
  const client = await openStripe(stripe, stripeAccountId);
  const syncedAt = Date.now();
  const found = await ask(() =>
    client.subscriptions
      .list({ customer: stripeCustomerId, status: "all", limit: 100 })
      .autoPagingToArray({ limit: maxSubscriptions }),
  );
  const purchased = found.flatMap((subscription) => {
    const metadata = readMetadata(projectId, subscription.metadata);
    return metadata && statuses.has(subscription.status) ? [{ subscription, metadata }] : [];
  });
  if (purchased.length === 0) return [];
  const [rows, startedPurchases] = await db.batch([
    selectCurrentRows(db, { projectId, stripeSubscriptionIds: purchased.map(({ subscription }) => subscription.id) }),
    selectStartedPurchases(db, { projectId, ids: purchased.flatMap(({ metadata }) => metadata.purchaseId ?? []) }),
  ]);
  const statements: Statement[] = [];
  for (const { subscription, metadata } of purchased) {
    const current = rows.find((row) => row.stripeSubscriptionId === subscription.id);
    const id = metadata.purchaseId ?? current?.id ?? subscription.id;
    const synced = { ...stateOf(subscription), projectId, id, syncedAt, stripeEventId };
    if (current?.id === id) {
      statements.push(updateSynced(db, synced));
      continue;
    }
    const started = startedPurchases.find((purchase) => purchase.id === metadata.purchaseId);
    const bought = await readBought(connection, metadata, started);
    if (!bought) continue;
    const { customerType, customerId, offerId, offer, priceId } = bought;
    const row = {
      ...{ customerType, customerId, offerId, offer, priceId },
      quantity: quantityOf(subscription, metadata),
      createdAt: current ? syncedAt : subscription.created * 1000,
    };
    statements.push(
      ...(current ? switchSynced(db, synced, { from: current.id, bought: row }) : [insertSynced(db, synced, row)]),
    );
  }
  return statements;
}

function stateOf(
  subscription: Stripe.Subscription,
): Omit<SyncedSubscription, "projectId" | "id" | "syncedAt" | "stripeEventId"> {
  const [item] = subscription.items.data;
  return {
    stripeSubscriptionId: subscription.id,
    status: subscription.status as SyncedSubscription["status"],
    currentPeriodStart: (item?.current_period_start ?? subscription.created) * 1000,
    currentPeriodEnd: item ? item.current_period_end * 1000 : null,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    providerEndedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
  };
}

function quantityOf({ items }: Stripe.Subscription, { purchaseQuantity }: ReadMetadata): number {
  return items.data[0]?.quantity ?? purchaseQuantity;
}
