import { and, eq, gt, gte, inArray, lte, ne, sql } from "drizzle-orm";
import { type Condition, type Database, insertFrom, type Statement } from "../../platform/database";
import { deleteExpired, rowsPerStep } from "../expired-rows";
import type { EndpointKey } from "./endpoint-changes";
import type { EventType } from "./event-types";
import { outbox, webhookAttempts, webhookDeliveries, webhookEndpoints } from "./schema";

/** Says what is to become, or has become, of a delivery, by the numbers of Svix' API. */
export const deliveryStatus = { delivered: 0, pending: 1, failed: 2 } as const;

/** An event for an endpoint. */
export interface DeliveryKey {
  projectId: string;
  endpointId: string;
  messageId: string;
}

export type NewAttempt = typeof webhookAttempts.$inferInsert;

/**
 * Records the consequence of the attempt that was due at `dueAt`. It changes nothing if another run has recorded its own. If the event
 * was asked for again during the attempt, it stays due.
 */
export function settleDelivery(
  db: Database,
  { projectId, endpointId, messageId }: DeliveryKey,
  { dueAt, isDelivered, nextAttemptAt }: { dueAt: number; isDelivered: boolean; nextAttemptAt: number | null },
): Statement {
  const pendingOrFailed = nextAttemptAt === null ? deliveryStatus.failed : deliveryStatus.pending;
  return db
    .update(webhookDeliveries)
    .set({
      status: isDelivered ? deliveryStatus.delivered : pendingOrFailed,
      nextAttemptAt: isDelivered ? null : nextAttemptAt,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
    })
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.messageId, messageId),
        eq(webhookDeliveries.nextAttemptAt, dueAt),
      ),
    );
}

export function insertAttempt(db: Database, row: NewAttempt): Statement {
  return db.insert(webhookAttempts).values(row);
}

/** Asks again for what has failed for good, the oldest first. Returns when that happened. */
export function retryFailed(
  db: Database,
  { projectId, id }: EndpointKey,
  { since, until, limit, now }: { since: number; until: number; limit: number; now: number },
) {
  const failed = db
    .select({ rowid: sql`rowid` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        eq(webhookDeliveries.endpointId, id),
        sql`status = 2`,
        gte(webhookDeliveries.createdAt, since),
        lte(webhookDeliveries.createdAt, until),
      ),
    )
    .orderBy(webhookDeliveries.createdAt)
    .limit(limit);
  return db
    .update(webhookDeliveries)
    .set({ status: deliveryStatus.pending, attempts: 0, nextAttemptAt: now, isResent: true })
    .where(inArray(sql`rowid`, failed))
    .returning({ createdAt: webhookDeliveries.createdAt });
}

/** A delivery of an event that its owner asks for: it waits for no other. */
const resentMessage = {
  messageId: outbox.id,
  subject: "",
  createdAt: outbox.createdAt,
  status: deliveryStatus.pending,
  attempts: 0,
  isResent: true,
};

/**
 * Has an event sent to an endpoint again, or for the first time. Nothing happens, and nothing is returned, without the event,
 * or without the endpoint, or while that is disabled.
 */
export function resendMessage(
  db: Database,
  { projectId, endpointId, messageId }: DeliveryKey,
  { now, expiresAt }: { now: number; expiresAt: number },
) {
  const isMessage = and(eq(outbox.projectId, projectId), eq(outbox.id, messageId));
  return insertFrom(
    db,
    webhookDeliveries,
    { ...resentMessage, projectId, endpointId, nextAttemptAt: now, expiresAt },
    sql`from ${outbox} where ${isMessage} and ${isEnabled({ projectId, id: endpointId })}`,
  )
    .onConflictDoUpdate({
      target: [webhookDeliveries.projectId, webhookDeliveries.endpointId, webhookDeliveries.messageId],
      set: { status: deliveryStatus.pending, attempts: 0, nextAttemptAt: now, isResent: true },
    })
    .returning({ messageId: webhookDeliveries.messageId });
}

/** Says how the ids of examples begin. They never happened, so an endpoint that did not get them has missed nothing. */
export const exampleIdPrefix = "example-";

/** Has what happened sent to an endpoint that was never handed it, of these types or of all, the oldest first. Returns when it happened. */
export function sendMissing(
  db: Database,
  { projectId, id, eventTypes }: EndpointKey & { eventTypes: readonly EventType[] | null },
  { since, until, limit, now }: { since: number; until: number; limit: number; now: number },
) {
  const missing = and(
    eq(outbox.projectId, projectId),
    gte(outbox.createdAt, since),
    lte(outbox.createdAt, until),
    gt(outbox.createdAt, now - retentionMillis),
    eventTypes === null ? undefined : inArray(outbox.type, [...eventTypes]),
    isEnabled({ projectId, id }),
    sql`outbox.id not like ${`${exampleIdPrefix}%`}`,
    sql`not exists (select 1 from webhook_deliveries d
      where d.project_id = ${projectId} and d.endpoint_id = ${id} and d.message_id = outbox.id)`,
  );
  const expiresAt = sql`${outbox.createdAt} + ${retentionMillis}`;
  return insertFrom(
    db,
    webhookDeliveries,
    { ...resentMessage, projectId, endpointId: id, nextAttemptAt: now, expiresAt },
    sql`from ${outbox} where ${missing} order by ${outbox.createdAt} limit ${limit}`,
  )
    .onConflictDoNothing()
    .returning({ createdAt: webhookDeliveries.createdAt });
}

/** Holds while there is the endpoint and it is enabled, whatever was read of it before the batch. */
export function isEnabled({ projectId, id }: EndpointKey): Condition {
  return sql`exists (select 1 from webhook_endpoints e
    where e.project_id = ${projectId} and e.id = ${id} and e.disabled_at is null)`;
}

/** Takes an event back from the endpoints to which the trigger has just handed it, all but one. */
export function keepFromOthers(db: Database, { projectId, endpointId, messageId }: DeliveryKey): Statement {
  // By the other endpoints, a hundred at most, which the key of deliveries begins with.
  const others = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.projectId, projectId), ne(webhookEndpoints.id, endpointId)));
  return db
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        inArray(webhookDeliveries.endpointId, others),
        eq(webhookDeliveries.messageId, messageId),
      ),
    );
}

/** Sets for how long events, their deliveries and attempts are kept. The triggers of deliveries have it, too. */
export const retentionMillis = 30 * 24 * 60 * 60 * 1000;

/** Deletes a bounded number of events, deliveries and attempts that are kept no longer, of all projects. */
export function deleteOldWebhookRows(db: Database, now: number) {
  const old = db
    .select({ rowid: sql`rowid` })
    .from(outbox)
    .where(lte(outbox.createdAt, now - retentionMillis))
    .limit(rowsPerStep);
  return [
    deleteExpired(db, webhookAttempts, now),
    deleteExpired(db, webhookDeliveries, now),
    db.delete(outbox).where(inArray(sql`rowid`, old)),
  ] as const;
}

/** The most deliveries that one batch makes of events that wait: a few dozen milliseconds of the database. */
const maxHandedOut = 1000;

/** A delivery counts for no more, as the triggers of the outbox reckon as well. */
const maxDeliveryBytes = 600;

/**
 * Hands the oldest events that wait to the endpoints which took their type when they happened: a trigger makes the deliveries. An event
 * of a project with many endpoints waits, so that a change writes one row. It waits longer while its deliveries do not fit into four quotas, as
 * these are by then.
 */
export function handOutWaiting(db: Database, projectId: string) {
  const ofProject = sql`project_id = ${projectId}`;
  const oldest = sql`select rowid from outbox where ${ofProject} and waiting_deliveries > 0
    order by created_at, rowid
    limit (
      select cast(max(0, min(
        ${maxHandedOut},
        (4 * coalesce(s.max_bytes, iif(q.fullness = 'full', q.max_bytes, q.configured_bytes)) - s.bytes) / ${maxDeliveryBytes},
        4 * coalesce(s.max_rows, q.max_rows) - s.rows
      )) / (select max(count(*), 1) from webhook_endpoints where ${ofProject}) as integer)
      from project_storage s, storage_quota q where s.project_id = ${projectId}
    )`;
  return db.update(outbox).set({ waitingDeliveries: 0 }).where(sql`rowid in (${oldest})`).returning({ id: outbox.id });
}
