import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { columnsOf, type Database, idsIn } from "../../platform/database";
import { walkOf } from "../bounded-walk";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import type { EndpointKey } from "./endpoint-changes";
import type { EventType } from "./event-types";
import { outbox, webhookAttempts, webhookDeliveries, webhookEndpoints } from "./schema";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;
export type MessageRow = typeof outbox.$inferSelect;

/** Limits for how long an event waits for an earlier one of the same object that fails. */
const maxHoldMillis = 10 * 60 * 1000;

export function selectEndpoint(db: Database, { projectId, id }: EndpointKey) {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(isOwnEndpointOf(projectId), eq(webhookEndpoints.id, id)));
}

/** Those that the instance itself sends to: Svix' own have no secret here. */
function isOwnEndpointOf(projectId: string) {
  return and(eq(webhookEndpoints.projectId, projectId), isNotNull(webhookEndpoints.sealedSecrets));
}

/** Says which rows of a list to read: those after the cursor, in an order. */
export interface Page {
  after?: string | undefined;
  limit: number;
}

/** Endpoints by id, which begins with the time of creation. */
export function selectEndpoints(
  db: Database,
  { projectId, after, limit, isAscending }: Page & { projectId: string; isAscending: boolean },
) {
  const isFurther = isAscending ? gt : lt;
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(isOwnEndpointOf(projectId), after === undefined ? undefined : isFurther(webhookEndpoints.id, after)))
    .orderBy(isAscending ? asc(webhookEndpoints.id) : desc(webhookEndpoints.id))
    .limit(limit);
}

/**
 * A run looks through this many due events for those that may be sent. The backlog of one endpoint, or of one object, therefore costs a
 * run no more, however long it is.
 */
const maxLookedAt = 1000;

/**
 * Selects what may be sent to an endpoint now, with its content. What has been due for longest comes first. An event waits for an
 * earlier one of the same object that has failed, until that one is ten minutes old. What an owner asked for again neither waits
 * nor is waited for. Those of one object are to be sent one after the other, as long as they are accepted.
 */
export function selectDueDeliveries(
  db: Database,
  { projectId, id, now, limit }: EndpointKey & { now: number; limit: number },
) {
  const due = selectPlaced(db)
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        eq(webhookDeliveries.endpointId, id),
        isNotNull(webhookDeliveries.nextAttemptAt),
        lte(webhookDeliveries.nextAttemptAt, now),
      ),
    )
    .orderBy(webhookDeliveries.nextAttemptAt, sql`rowid`)
    .limit(maxLookedAt)
    .as("due");
  return selectSendable(db, due, { now, limit });
}

/** The objects of one kind, by their names, and one of these to begin at. */
export interface ObjectsOfKind {
  low: string;
  from: string;
  high: string;
}

/**
 * Selects the first event that waits of each of two objects of each kind, where it may be sent now. They are the next ones from a name
 * on, and the first ones after the last. However many events some objects have, others are served beside them.
 */
export function selectDueOfObjects(
  db: Database,
  { projectId, id, now, kinds }: EndpointKey & { now: number; kinds: readonly ObjectsOfKind[] },
) {
  const pending = sql`from webhook_deliveries indexed by webhook_deliveries_in_order
    where project_id = ${projectId} and endpoint_id = ${id} and next_attempt_at is not null`;
  const after = (name: SQL) =>
    sql`(select subject ${pending} and subject > ${name} and subject < high order by subject limit 1)`;
  const next = (name: SQL) => sql`coalesce(${after(name)}, ${after(sql`low`)})`;
  const objects = sql`with
    kinds as (select value ->> 'low' as low, value ->> 'from' as begin, value ->> 'high' as high from json_each(${JSON.stringify(kinds)})),
    some as (select low, high, ${next(sql`begin`)} as name from kinds),
    objects as (select name from some union select ${next(sql`name`)} from some)
    select (select rowid ${pending} and subject = name order by rowid limit 1) from objects`;
  const due = selectPlaced(db)
    .where(and(sql`rowid in (${objects})`, lte(webhookDeliveries.nextAttemptAt, now)))
    .as("due");
  return selectSendable(db, due, { now, limit: 2 * kinds.length });
}

function selectPlaced(db: Database) {
  return db
    .select({ ...getTableColumns(webhookDeliveries), place: sql<number>`rowid`.as("place") })
    .from(webhookDeliveries)
    .$dynamic();
}

/** The deliveries of a query that may be sent, with their content, in the order of that query. */
function selectSendable(
  db: Database,
  due: ReturnType<ReturnType<typeof selectPlaced>["as"]>,
  { now, limit }: { now: number; limit: number },
) {
  // One entry of an index for each: of those that hold others up still, the first.
  const failed = sql`select e.rowid from webhook_deliveries e indexed by webhook_deliveries_tried
    where e.project_id = ${due.projectId} and e.endpoint_id = ${due.endpointId} and e.subject = ${due.subject}
      and e.next_attempt_at is not null and not e.is_resent and e.attempts > 0 and e.created_at > ${now - maxHoldMillis}
    order by e.created_at, e.rowid limit 1`;
  // In the order of the inner query: sorting again would read all of it.
  return db
    .select({
      messageId: due.messageId,
      subject: due.subject,
      attempts: due.attempts,
      isResent: due.isResent,
      expiresAt: due.expiresAt,
      dueAt: sql<number>`${due.nextAttemptAt}`,
      type: outbox.type,
      data: outbox.data,
    })
    .from(due)
    .crossJoin(outbox)
    .where(
      and(
        sql`(${due.isResent} or ifnull((${failed}), ${due.place}) >= ${due.place})`,
        eq(outbox.projectId, due.projectId),
        eq(outbox.id, due.messageId),
      ),
    )
    .limit(limit);
}

export type DueDelivery = Awaited<ReturnType<typeof selectDueDeliveries>>[number];

/** Times between which something happened. */
export interface Times {
  since?: number | undefined;
  until?: number | undefined;
}

/** The place of an event in the list: its time, and among those of one time its row. */
export interface MessagePlace {
  createdAt: number;
  rowid: number;
}

/** Events of a project, newest first. */
export function selectMessages(
  db: Database,
  {
    projectId,
    since,
    until,
    types,
    after,
    limit,
  }: Times & {
    projectId: string;
    types?: readonly EventType[] | undefined;
    after?: MessagePlace | undefined;
    limit: number;
  },
) {
  const { walk, columns, rows } = walkOf(
    db,
    {
      table: outbox,
      where: and(
        eq(outbox.projectId, projectId),
        since === undefined ? undefined : gte(outbox.createdAt, since),
        until === undefined ? undefined : lt(outbox.createdAt, until),
        after && sql`(${outbox.createdAt}, rowid) < (${after.createdAt}, ${after.rowid})`,
      ),
      order: sql`${outbox.createdAt} desc, rowid desc`,
    },
    types && inArray(outbox.type, [...types]),
  );
  return db
    .select({ ...columnsOf(outbox, "message"), rowid: walk.place, ...columns })
    .from(walk)
    .crossJoin(outbox)
    .where(rows)
    .limit(limit);
}

export function selectMessage(db: Database, { projectId, id }: { projectId: string; id: string }) {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.projectId, projectId), eq(outbox.id, id)));
}

export function selectMessagesById(db: Database, { projectId, ids }: { projectId: string; ids: readonly string[] }) {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.projectId, projectId), inArray(outbox.id, idsIn(ids))));
}

/** Attempts of an endpoint or of an event, newest first. Ids begin with the time, so that times are ids too. */
export function selectAttempts(
  db: Database,
  {
    projectId,
    endpointId,
    messageId,
    status,
    types,
    since,
    until,
    after,
    limit,
  }: Page & {
    projectId: string;
    endpointId?: string | undefined;
    messageId?: string | undefined;
    status?: number | undefined;
    types?: readonly EventType[] | undefined;
    since?: string | undefined;
    until?: string | undefined;
  },
) {
  const { walk, columns, rows } = walkOf(
    db,
    {
      table: webhookAttempts,
      from: attemptsBy({ endpointId, messageId }),
      where: and(
        eq(webhookAttempts.projectId, projectId),
        endpointId === undefined ? undefined : eq(webhookAttempts.endpointId, endpointId),
        messageId === undefined ? undefined : eq(webhookAttempts.messageId, messageId),
        since === undefined ? undefined : gte(webhookAttempts.id, since),
        until === undefined ? undefined : lt(webhookAttempts.id, until),
        after === undefined ? undefined : lt(webhookAttempts.id, after),
      ),
      order: sql`${webhookAttempts.id} desc`,
    },
    status === undefined ? undefined : eq(webhookAttempts.status, status),
    types && isOfTypes(types),
  );
  return db
    .select({ ...columnsOf(webhookAttempts, "attempt"), ...columns })
    .from(walk)
    .crossJoin(webhookAttempts)
    .where(rows)
    .limit(limit);
}

/** Tells whether an attempt is of an event of one of these types. */
function isOfTypes(types: readonly EventType[]): SQL {
  return sql`exists (select 1 from ${outbox} where ${and(
    eq(outbox.projectId, webhookAttempts.projectId),
    eq(outbox.id, webhookAttempts.messageId),
    inArray(outbox.type, [...types]),
  )})`;
}

export function selectAttempt(
  db: Database,
  { projectId, messageId, id }: { projectId: string; messageId: string; id: string },
) {
  return db
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.projectId, projectId),
        eq(webhookAttempts.id, id),
        eq(webhookAttempts.messageId, messageId),
      ),
    );
}

/** The newest events of a project, of which the deliveries are counted. */
export const maxCounted = 10_000;

/** Reads how many of a project's newest events were sent to an endpoint, are to be, and could not be. */
export function selectDeliveryCounts(db: Database, { projectId, id, since, until }: EndpointKey & Times) {
  const events = db
    .select({ messageId: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.projectId, projectId),
        since === undefined ? undefined : gte(outbox.createdAt, since),
        until === undefined ? undefined : lt(outbox.createdAt, until),
      ),
    )
    .orderBy(desc(outbox.createdAt))
    .limit(maxCounted)
    .as("events");
  return db
    .select({ status: webhookDeliveries.status, count: sql<number>`count(*)`.as("delivery_count") })
    .from(events)
    .crossJoin(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        eq(webhookDeliveries.endpointId, id),
        eq(webhookDeliveries.messageId, events.messageId),
      ),
    )
    .groupBy(webhookDeliveries.status);
}

/** So many events one request looks through for those that an endpoint was never handed. */
export const maxSearched = 10_000;

/** Reads when the last event happened that such a request looks at. There is none where it looks at all. */
export function selectLastSearched(db: Database, { projectId, since, until }: { projectId: string } & Required<Times>) {
  return db
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.projectId, projectId), gte(outbox.createdAt, since), lte(outbox.createdAt, until)))
    .orderBy(outbox.createdAt)
    .limit(1)
    .offset(maxSearched - 1);
}

/** Endpoints of all projects whose secrets a rotation of the root secret has to seal anew. */
export function selectOutgoingEndpoints(db: Database, { seal, limit }: Outgoing) {
  const { projectId, id, sealedSecrets } = webhookEndpoints;
  return db
    .select({ projectId, id, sealedSecrets })
    .from(webhookEndpoints)
    .where(isOutgoing(webhookEndpoints.seal, seal))
    .limit(limit);
}

/** The table with the index of the filter. */
function attemptsBy({
  endpointId,
  messageId,
}: {
  endpointId?: string | undefined;
  messageId?: string | undefined;
}): SQL {
  const index = messageId === undefined && endpointId !== undefined ? "by_endpoint" : "by_message";
  return sql`${webhookAttempts} indexed by ${sql.raw(`webhook_attempts_${index}`)}`;
}
