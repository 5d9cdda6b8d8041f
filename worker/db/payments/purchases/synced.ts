import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type Database, idsIn, type Statement } from "../../../platform/database";
import { oneTimePurchases, type SubscriptionStatus, startedPurchases, subscriptions } from "./schema";

/** Holds what the provider says of a subscription now. */
export interface SyncedSubscription {
  projectId: string;
  /** Of the purchase that it was begun or last changed by, and of the row. */
  id: string;
  stripeSubscriptionId: string;
  status: SubscriptionStatus;
  currentPeriodStart: number;
  currentPeriodEnd: number | null;
  cancelsAtPeriodEnd: boolean;
  /** Says when the provider ended it; null while it has not. */
  providerEndedAt: number | null;
  /** Says when the provider was asked. */
  syncedAt: number;
  stripeEventId: string | null;
}

/** Holds what was bought with it, for a row that is not there yet. */
export type BoughtSubscription = Pick<
  typeof subscriptions.$inferInsert,
  "customerType" | "customerId" | "offerId" | "offer" | "priceId" | "quantity" | "createdAt"
>;

const { projectId, id, stripeSubscriptionId, replacedBy, syncedAt, createdAt, endedAt } = subscriptions;

/** The rows that subscriptions at the provider go on in. */
export function selectCurrentRows(
  db: Database,
  synced: { projectId: string; stripeSubscriptionIds: readonly string[] },
) {
  const { customerType, customerId, offerId, offer, priceId, quantity } = subscriptions;
  return db
    .select({ id, stripeSubscriptionId, customerType, customerId, offerId, offer, priceId, quantity })
    .from(subscriptions)
    .where(
      and(
        eq(projectId, synced.projectId),
        inArray(stripeSubscriptionId, idsIn(synced.stripeSubscriptionIds)),
        isNull(replacedBy),
      ),
    );
}

export type CurrentRow = Awaited<ReturnType<typeof selectCurrentRows>>[number];

/** Those of some purchases that are subscriptions already, also ones that others have taken the place of. */
export function selectKnownIds(
  db: Database,
  { projectId: project, ids }: { projectId: string; ids: readonly string[] },
) {
  return db
    .select({ id })
    .from(subscriptions)
    .where(and(eq(projectId, project), inArray(id, idsIn(ids))));
}

/** Reads what was being bought, of several purchases. */
export function selectStartedPurchases(
  db: Database,
  { projectId: project, ids }: { projectId: string; ids: readonly string[] },
) {
  return db
    .select()
    .from(startedPurchases)
    .where(and(eq(startedPurchases.projectId, project), inArray(startedPurchases.id, idsIn(ids))));
}

export type StartedRow = typeof startedPurchases.$inferSelect;

/** Brings a row up to date, unless it has a newer response of the provider's already. */
export function updateSynced(db: Database, synced: SyncedSubscription): Statement {
  return db
    .update(subscriptions)
    .set({ ...changedState(synced), endedAt: endOf(synced) })
    .where(and(isRow(synced, synced.id), isOlderThan(synced)));
}

/** Stores a subscription that has no row yet; one that another request has stored meanwhile is brought up to date. */
export function insertSynced(db: Database, synced: SyncedSubscription, bought: BoughtSubscription): Statement {
  const { status, providerEndedAt } = synced;
  const rights = rightsOf(status);
  const end =
    rights === "none yet" ? bought.createdAt : rights === "ended" ? (providerEndedAt ?? synced.syncedAt) : null;
  return db
    .insert(subscriptions)
    .values({ ...bought, ...keyOf(synced), ...stateOf(synced), endedAt: end, isTest: false })
    .onConflictDoNothing({ target: [projectId, id] })
    .onConflictDoUpdate({
      target: [projectId, stripeSubscriptionId],
      targetWhere: sql`stripe_subscription_id is not null and replaced_by is null`,
      set: { ...changedState(synced), endedAt: endOf(synced) },
      setWhere: and(eq(id, synced.id), isOlderThan(synced)),
    });
}

/**
 * Ends the row of the offer before, and goes on in a new one, when a subscription was changed in place to another purchase.
 * Nothing happens where the row has a newer response, or where the new row's id was used before.
 */
export function switchSynced(
  db: Database,
  synced: SyncedSubscription,
  { from, bought }: { from: string; bought: BoughtSubscription },
): Statement[] {
  const isUsed = sql`exists (select 1 from ${subscriptions} other
    where other.project_id = ${synced.projectId} and other.id = ${synced.id})`;
  const { status } = synced;
  const end = rightsOf(status) === "given" ? null : bought.createdAt;
  return [
    db
      .update(subscriptions)
      .set({
        status: "canceled",
        endedAt: sql`coalesce(${endedAt}, ${synced.syncedAt})`,
        replacedBy: synced.id,
        syncedAt: synced.syncedAt,
      })
      .where(and(isRow(synced, from), isOlderThan(synced), sql`not ${isUsed}`)),
    // The index by the provider's id refuses it, unless the row before has just made room.
    db
      .insert(subscriptions)
      .values({ ...bought, ...keyOf(synced), ...stateOf(synced), endedAt: end, isTest: false })
      .onConflictDoNothing(),
  ];
}

/** A one-time purchase whose money was given back: it is kept, with the time. */
export function markRefunded(
  db: Database,
  purchase: { projectId: string; stripePaymentIntentId: string; refundedAt: number; stripeEventId: string | null },
): Statement {
  return db
    .update(oneTimePurchases)
    .set({
      refundedAt: purchase.refundedAt,
      // What is not for an event leaves the trace of the last one.
      ...(purchase.stripeEventId !== null && { stripeEventId: purchase.stripeEventId }),
    })
    .where(
      and(
        eq(oneTimePurchases.projectId, purchase.projectId),
        eq(oneTimePurchases.stripePaymentIntentId, purchase.stripePaymentIntentId),
        isNull(oneTimePurchases.refundedAt),
      ),
    );
}

/** The purchase that a payment was for: a row, or nothing. */
export function selectPaidPurchase(
  db: Database,
  { projectId: project, stripePaymentIntentId }: { projectId: string; stripePaymentIntentId: string },
) {
  return db
    .select()
    .from(oneTimePurchases)
    .where(
      and(eq(oneTimePurchases.projectId, project), eq(oneTimePurchases.stripePaymentIntentId, stripePaymentIntentId)),
    );
}

function isRow({ projectId: project, stripeSubscriptionId: stripeId }: SyncedSubscription, rowId: string) {
  return and(eq(projectId, project), eq(id, rowId), eq(stripeSubscriptionId, stripeId), isNull(replacedBy));
}

function isOlderThan({ syncedAt: time }: SyncedSubscription) {
  return or(isNull(syncedAt), lt(syncedAt, time));
}

function keyOf({ projectId: project, id: rowId, stripeSubscriptionId: stripeId }: SyncedSubscription) {
  return { projectId: project, id: rowId, stripeSubscriptionId: stripeId };
}

function stateOf({ status, currentPeriodStart, currentPeriodEnd, ...synced }: SyncedSubscription) {
  const { cancelsAtPeriodEnd, syncedAt: time, stripeEventId } = synced;
  return { status, currentPeriodStart, currentPeriodEnd, cancelsAtPeriodEnd, syncedAt: time, stripeEventId };
}

/** The same of a row that is there: what is not for an event leaves the trace of the last one. */
function changedState(synced: SyncedSubscription) {
  return { ...stateOf(synced), stripeEventId: synced.stripeEventId ?? sql<string>`${subscriptions.stripeEventId}` };
}

/** Returns what a status means for the rights of its row. */
function rightsOf(status: SubscriptionStatus): "given" | "none yet" | "ended" {
  if (status === "active" || status === "trialing") return "given";
  return status === "incomplete" || status === "incomplete_expired" ? "none yet" : "ended";
}

/** Returns since when an existing row gives no rights: the first time at which that was so. */
function endOf({ status, syncedAt: time, providerEndedAt }: SyncedSubscription) {
  switch (rightsOf(status)) {
    case "given":
      return null;
    case "none yet":
      return sql<number>`${createdAt}`;
    case "ended":
      return sql<number>`coalesce(${endedAt}, ${Math.max(time, providerEndedAt ?? 0)})`;
  }
}
