import type { Stripe } from "stripe";
import {
  type CurrentRow,
  insertSynced,
  type StartedRow,
  type SyncedSubscription,
  selectCurrentRows,
  selectKnownIds,
  selectStartedPurchases,
  switchSynced,
  updateSynced,
} from "../../../db/payments/purchases/synced";
import { closeIfGone } from "../../../db/payments/stripe/closings";
import type { Statement } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { newId } from "../../../platform/secrets";
import { ask, openStripe, type StripeConnection } from "./connection";
import { endReplacedBy } from "./endings";
import { readBought, readMetadata } from "./purchase-metadata";

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

const paid = new Set<string>(["active", "trialing"] satisfies SyncedSubscription["status"][]);

const ended = new Set<string>(["canceled", "incomplete_expired"] satisfies SyncedSubscription["status"][]);

/**
 * Returns what all subscriptions of a customer are now, as Stripe has them. A response that is older than what a row has changes
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
  const purchased = found
    .filter(({ status }) => statuses.has(status))
    .map((subscription) => {
      return { subscription, metadata: readMetadata(projectId, subscription.metadata) };
    });
  if (purchased.length === 0) return [];
  const ids = purchased.flatMap(({ metadata }) => metadata?.purchaseId ?? []);
  const [rows, startedPurchases, known] = await db.batch([
    selectCurrentRows(db, { projectId, stripeSubscriptionIds: purchased.map(({ subscription }) => subscription.id) }),
    selectStartedPurchases(db, { projectId, ids }),
    selectKnownIds(db, { projectId, ids }),
  ]);
  const knownIds = new Set(known.map(({ id }) => id));
  const statements: Statement[] = [];
  const begun: StartedRow[] = [];
  const place = { stripeAccountId, stripeCustomerId };
  for (const { subscription, metadata } of purchased) {
    const isOver = ended.has(subscription.status);
    const current = rows.find((row) => row.stripeSubscriptionId === subscription.id);
    const started = startedPurchases.find((purchase) => purchase.id === metadata?.purchaseId);
    const synced = { ...stateOf(subscription), projectId, syncedAt, stripeEventId };
    if (started && paid.has(synced.status) && (!current || isSameCustomer(started, current))) {
      begun.push(started);
    }
    if (current) {
      const isNew = started && !knownIds.has(started.id) && isSameCustomer(started, current);
      statements.push(...changesOf(db, synced, current, { subscription, switchedTo: isNew ? started : undefined }));
      if (!isOver) statements.push(...closeIfGone(db, { ...current, projectId }, place));
      continue;
    }
    const bought = metadata && (await readBought(connection, metadata, started));
    if (!bought) continue;
    const { customerType, customerId, offerId, offer, priceId } = bought;
    const row = {
      ...{ customerType, customerId, offerId, offer, priceId },
      quantity: quantityOf(subscription) ?? metadata.purchaseQuantity,
      createdAt: subscription.created * 1000,
    };
    statements.push(insertSynced(db, { ...synced, id: metadata.purchaseId ?? subscription.id }, row));
    if (!isOver) statements.push(...closeIfGone(db, { ...row, projectId }, place));
  }
  // They come after what was read of them before they ended.
  for (const started of begun) {
    statements.push(...(await endReplacedBy(connection, started, { by: started.id, now: syncedAt })));
  }
  return statements;
}

/**
 * Returns what becomes of a subscription that has a row. What was bought is what was stored when its payment began.
 *
 * Attack: metadata that were changed at the provider make a subscription another offer's, another customer's, or one that
 * never ends.
 */
function changesOf(
  db: StripeConnection["db"],
  synced: Omit<SyncedSubscription, "id">,
  current: CurrentRow,
  { subscription, switchedTo }: { subscription: Stripe.Subscription; switchedTo: StartedRow | undefined },
): Statement[] {
  const bought = switchedTo ?? current;
  const quantity = quantityOf(subscription) ?? bought.quantity;
  if (!switchedTo && quantity === current.quantity) return [updateSynced(db, { ...synced, id: current.id })];
  const { customerType, customerId, offerId, offer, priceId } = bought;
  const row = { customerType, customerId, offerId, offer, priceId, quantity, createdAt: synced.syncedAt };
  return switchSynced(db, { ...synced, id: switchedTo?.id ?? newId() }, { from: current.id, bought: row });
}

function isSameCustomer(one: StartedRow, other: CurrentRow): boolean {
  return one.customerType === other.customerType && one.customerId === other.customerId;
}

function stateOf(
  subscription: Stripe.Subscription,
): Omit<SyncedSubscription, "projectId" | "id" | "syncedAt" | "stripeEventId"> {
  const [item] = subscription.items.data;
  return {
    stripeSubscriptionId: subscription.id,
    status: statusOf(subscription),
    currentPeriodStart: (item?.current_period_start ?? subscription.created) * 1000,
    currentPeriodEnd: item ? item.current_period_end * 1000 : null,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    providerEndedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
  };
}

/**
 * The status by which a subscription gives what it includes.
 *
 * Attack: a link for another customer begins a trial at once, which uses up their own. Like a payment, it begins when the customer
 * has given a payment method.
 */
function statusOf({ status, pending_setup_intent }: Stripe.Subscription): SyncedSubscription["status"] {
  const isAwaited = status === "trialing" && pending_setup_intent !== null;
  return isAwaited ? "incomplete" : (status as SyncedSubscription["status"]);
}

/** Units, of which the provider has none where an item is metered. */
function quantityOf({ items }: Stripe.Subscription): number | undefined {
  return items.data[0]?.quantity;
}
