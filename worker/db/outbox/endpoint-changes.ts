import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, ifFewer, insertFrom, type Statement } from "../../platform/database";
import { webhookDeliveries, webhookEndpoints } from "./schema";

export type NewEndpoint = typeof webhookEndpoints.$inferInsert;

/** An endpoint of a project. */
export interface EndpointKey {
  projectId: string;
  id: string;
}

/** The most endpoints that a project has. Each takes part in every change of the project. */
export const maxEndpoints = 100;

/** Adds an endpoint on a condition, unless the project has the most it may have. Nothing is returned then. */
export function insertEndpoint(db: Database, row: NewEndpoint, condition: Condition) {
  const endpoint = {
    ...row,
    eventTypes: row.eventTypes ?? null,
    sealedSecrets: row.sealedSecrets ?? null,
    disabledAt: row.disabledAt ?? null,
    lastDisabledAt: null,
    lastEnabledAt: null,
    failingSince: null,
    dueAt: null,
    leasedUntil: 0,
    queuedFor: null,
    noticeDueAt: null,
  };
  const isBelowCap = ifFewer(
    db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(eq(webhookEndpoints.projectId, row.projectId)),
    maxEndpoints,
  );
  return insertFrom(db, webhookEndpoints, endpoint, sql`where ${condition} and ${isBelowCap}`).returning({
    id: webhookEndpoints.id,
  });
}

/** Has the events of a project given to Svix from now on, which has endpoints of its own. */
export function upsertSvixEndpoint(
  db: Database,
  { projectId, id, url, now }: EndpointKey & { url: string; now: number },
): Statement {
  return db
    .insert(webhookEndpoints)
    .values({ projectId, id, url, description: "", metadata: {}, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [webhookEndpoints.projectId, webhookEndpoints.id], set: { url } });
}

/** Holds what may be changed of an endpoint. */
export type EndpointChange = Partial<
  Pick<NewEndpoint, "url" | "description" | "eventTypes" | "metadata" | "sealedSecrets">
>;

/** Changes an endpoint. One that is enabled again starts anew, with what is still to be sent. */
export function updateEndpoint(
  db: Database,
  { projectId, id }: EndpointKey,
  { isDisabled, now, ...change }: EndpointChange & { isDisabled?: boolean | undefined; now: number },
) {
  const enabled = {
    disabledAt: null,
    lastDisabledAt: sql`coalesce(${webhookEndpoints.disabledAt}, ${webhookEndpoints.lastDisabledAt})`,
    lastEnabledAt: sql`iif(${webhookEndpoints.disabledAt} is null, ${webhookEndpoints.lastEnabledAt}, ${now})`,
    failingSince: sql`iif(${webhookEndpoints.disabledAt} is null, ${webhookEndpoints.failingSince}, null)`,
    dueAt: sql`iif(${webhookEndpoints.disabledAt} is null, ${webhookEndpoints.dueAt}, ${now})`,
    noticeDueAt: null,
  };
  const disabled = {
    disabledAt: sql`coalesce(${webhookEndpoints.disabledAt}, ${now})`,
    dueAt: null,
    queuedFor: null,
  };
  return db
    .update(webhookEndpoints)
    .set({
      ...change,
      updatedAt: now,
      leasedUntil: shortRest(now),
      ...(isDisabled === false && enabled),
      ...(isDisabled === true && disabled),
    })
    .where(isEndpoint({ projectId, id }))
    .returning({ id: webhookEndpoints.id });
}

/** Replaces the sealed secrets of an endpoint where they are still as they were read. */
export function replaceSecrets(
  db: Database,
  { projectId, id, sealedSecrets }: EndpointKey & { sealedSecrets: string | null },
  to: string,
) {
  return db
    .update(webhookEndpoints)
    .set({ sealedSecrets: to })
    .where(and(isEndpoint({ projectId, id }), eq(webhookEndpoints.sealedSecrets, sealedSecrets ?? "")))
    .returning({ id: webhookEndpoints.id });
}

/** Deletes an endpoint. What was to be sent to it, and was, is found no more, and goes when it expires. */
export function deleteEndpoint(db: Database, key: EndpointKey) {
  return db.delete(webhookEndpoints).where(isEndpoint(key)).returning({ id: webhookEndpoints.id });
}

/**
 * The places of a project: how many of its endpoints are sent to at once, and how many of these may have accepted nothing
 * lately. What hangs takes no more of the consumers than that, and leaves places to the project's other endpoints.
 */
const places = 3;
const placesOfFailing = 2;

/** Limits for how long an endpoint is left alone at most once its owner has changed it, or has asked for its events. */
const maxRestMillis = 30_000;

/** What is due within this time comes by a message of its own. One that has not come by then is lost. */
export const messageMillis = 60_000;

/**
 * Lets one run send to an endpoint, until a time. Returns nothing while another one does, and while it is disabled. Where
 * the project has no place for it, it has none to send with either, and waits for one.
 */
export function leaseEndpoint(db: Database, key: EndpointKey, { now, until }: { now: number; until: number }) {
  return db
    .update(webhookEndpoints)
    .set({ leasedUntil: sql`iif(${hasPlace(sql`${key.projectId}`, now)}, ${until}, 0)`, queuedFor: null })
    .where(and(isEndpoint(key), isNull(webhookEndpoints.disabledAt), lte(webhookEndpoints.leasedUntil, now)))
    .returning({
      hasPlace: sql`${webhookEndpoints.leasedUntil} = ${until}`.mapWith(Boolean).as("has_place"),
      url: webhookEndpoints.url,
      sealedSecrets: webhookEndpoints.sealedSecrets,
      failingSince: webhookEndpoints.failingSince,
    });
}

/** Says what became of a run. */
export interface RunOutcome {
  leasedUntil: number;
  failingSince: number | null;
  /** Says since when it is to be disabled; null where it is not. */
  disabledAt: number | null;
  /** The earliest time at which to look again at what is due still. */
  lookAgainAt: number;
  /** Until then the endpoint is sent nothing, and keeps its place; 0 where it does not. */
  restsUntil: number;
}

/** Ends a run, and notes when there is next something to send. */
export function releaseEndpoint(
  db: Database,
  key: EndpointKey,
  { leasedUntil, failingSince, disabledAt, lookAgainAt, restsUntil }: RunOutcome,
) {
  const now = Date.now();
  const pending = sql`from ${webhookDeliveries}
    where project_id = ${key.projectId} and endpoint_id = ${key.id} and next_attempt_at is not null`;
  // The first of those that are due, and of the others: one entry of the index each, however many there are.
  const next = sql<number | null>`(
    select min(at) from (
      select max(min(next_attempt_at), ${restsUntil}, ${lookAgainAt}) as at ${pending} and next_attempt_at <= ${now}
      union all
      select max(min(next_attempt_at), ${restsUntil}) ${pending} and next_attempt_at > ${now}
      union all
      select max(${restsUntil}, ${lookAgainAt}) where ${hasWaiting(key.projectId)}
    )
  )`;
  return db
    .update(webhookEndpoints)
    .set({
      leasedUntil: restsUntil,
      failingSince,
      ...(disabledAt === null ? { dueAt: next } : { disabledAt, dueAt: null, noticeDueAt: disabledAt }),
    })
    .where(and(isEndpoint(key), eq(webhookEndpoints.leasedUntil, leasedUntil)));
}

/**
 * Marks the endpoint of a project to which the next message is to go. It returns the endpoint with the time at which the message is
 * to come. A message is the project's turn at the consumers. A project has one under way, whatever is due, and each run sends the
 * next one.
 *
 * @param turn.from when there is a place, if not now
 * @param turn.after the endpoint that is sent to meanwhile, or was just now
 */
export function queueNextEndpoint(
  db: Database,
  projectId: string,
  { now, from = now, after }: { now: number; from?: number; after?: string },
) {
  const next = nextEndpoint(sql`${projectId}`, { now, from, after });
  return db
    .update(webhookEndpoints)
    .set({ queuedFor: sql`max(due_at, ${from})` })
    .where(sql`rowid = (${next})`)
    .returning(queued);
}

/** Marks one endpoint of each project that has something to send and no message under way: it was lost, or is of long ago. */
export function queueDueEndpoints(db: Database, { now, limit }: { now: number; limit: number }) {
  const projects = sql`select distinct project_id from webhook_endpoints where due_at is not null and due_at <= ${now}`;
  const next = sql`select (${nextEndpoint(sql`due.project_id`, { now, from: now })}) as place from (${projects}) due`;
  return db
    .update(webhookEndpoints)
    .set({ queuedFor: sql`max(due_at, ${now})` })
    .where(sql`rowid in (select place from (${next}) where place is not null limit ${limit})`)
    .returning(queued);
}

const queued = {
  projectId: webhookEndpoints.projectId,
  endpointId: webhookEndpoints.id,
  queuedFor: sql<number>`${webhookEndpoints.queuedFor}`.as("queued_for"),
};

/**
 * The endpoint of a project that can be sent to first, and before the message that is under way comes. Of those that are due, one that
 * accepts is before all that fail, however many they are and however long they have been due. After it, one that fails has its turn.
 */
function nextEndpoint(
  projectId: SQL,
  { now, from, after }: { now: number; from: number; after?: string | undefined },
): SQL {
  const isAfterAccepting =
    after === undefined
      ? sql`0`
      : sql`coalesce((select a.failing_since is null from webhook_endpoints a
          where a.project_id = ${projectId} and a.id = ${after}), 0)`;
  const underWay = sql`select min(o.queued_for) from webhook_endpoints o
    where o.project_id = ${projectId} and o.queued_for > ${now - messageMillis}`;
  return sql`select n.rowid from webhook_endpoints n
    where n.project_id = ${projectId} and n.due_at is not null and n.leased_until <= max(n.due_at, ${from})
      and max(n.due_at, ${from}) < coalesce((${underWay}), ${now + messageMillis})
      and ${hasPlace(projectId, from, sql`n.failing_since`)}
    order by max(n.due_at, ${from}), (n.failing_since is null) = ${isAfterAccepting}, n.due_at limit 1`;
}

/** Tells whether fewer endpoints of a project are sent to, or keep their place, than may be. */
function hasPlace(projectId: SQL, now: number, failingSince = sql`failing_since`): SQL {
  return sql`(
    select count(*) from webhook_endpoints o where o.project_id = ${projectId} and o.leased_until > ${now}
  ) < iif(${failingSince} is null, ${places}, ${placesOfFailing})`;
}

/** Ends the rest of an endpoint early. A run that is sending has its lease still. */
function shortRest(now: number): SQL {
  return sql`min(leased_until, ${now + maxRestMillis})`;
}

/** Has an endpoint looked at from a time on. */
export function wakeEndpoint(db: Database, key: EndpointKey, now: number): Statement {
  return db
    .update(webhookEndpoints)
    .set({ dueAt: sql`min(coalesce(due_at, ${now}), ${now})`, leasedUntil: shortRest(now) })
    .where(and(isEndpoint(key), isNull(webhookEndpoints.disabledAt)));
}

/** Finds an endpoint whose owners are to be emailed, and has it found again later, should that not come to its end. */
export function takeNotice(db: Database, { now, again }: { now: number; again: number }) {
  const due = db
    .select({ rowid: sql`rowid` })
    .from(webhookEndpoints)
    .where(and(isNotNull(webhookEndpoints.noticeDueAt), lte(webhookEndpoints.noticeDueAt, now)))
    .limit(1);
  return db.update(webhookEndpoints).set({ noticeDueAt: again }).where(inArray(sql`rowid`, due)).returning({
    projectId: webhookEndpoints.projectId,
    id: webhookEndpoints.id,
    url: webhookEndpoints.url,
    noticeDueAt: webhookEndpoints.noticeDueAt,
  });
}

/** Ends what `takeNotice` has found. */
export function clearNotice(
  db: Database,
  { noticeDueAt, ...key }: EndpointKey & { noticeDueAt: number | null },
): Statement {
  return db
    .update(webhookEndpoints)
    .set({ noticeDueAt: null })
    .where(and(isEndpoint(key), eq(webhookEndpoints.noticeDueAt, noticeDueAt ?? 0)));
}

function isEndpoint({ projectId, id }: EndpointKey): SQL | undefined {
  return and(eq(webhookEndpoints.projectId, projectId), eq(webhookEndpoints.id, id));
}

/** Holds while events of a project wait to be handed to its endpoints. */
function hasWaiting(projectId: string): SQL {
  return sql`exists (select 1 from outbox w where w.project_id = ${projectId} and w.waiting_deliveries > 0)`;
}
