import { sql } from "drizzle-orm";
import { type Database, insertFrom, type Statement } from "../../platform/database";
import { deliveryStatus, retentionMillis } from "./delivery-changes";
import { outbox, webhookDeliveries } from "./schema";

/** The most deliveries that one batch makes of events that wait: a few dozen milliseconds of the database. */
const maxHandedOut = 1000;

/**
 * Hands the oldest events that wait to the endpoints which took their type when they happened. Events wait where a project has more
 * endpoints than the trigger hands to, so that a change writes one row for each event.
 */
export function handOutWaiting(db: Database, projectId: string): [Statement, Statement] {
  const oldest = sql`select w.rowid from outbox w where w.project_id = ${projectId} and w.waiting_deliveries > 0
    order by w.created_at, w.rowid
    limit (select cast(${maxHandedOut} / max(count(*), 1) as integer) from webhook_endpoints c where c.project_id = ${projectId})`;
  const rows = sql`from outbox o cross join webhook_endpoints e
    where o.rowid in (${oldest}) and e.project_id = o.project_id and e.created_at <= o.created_at
      and (e.disabled_at is null or e.disabled_at > o.created_at)
      and (e.event_types is null or exists (select 1 from json_each(e.event_types) where value = o.type))
    order by o.created_at, o.rowid`;
  const delivery = {
    projectId: sql`o.project_id`,
    endpointId: sql`e.id`,
    messageId: sql`o.id`,
    subject: sql`substr(o.type, 1, instr(o.type, '.') - 1) || '/' || coalesce(o.data ->> '$.team_id', '') || '/' ||
      coalesce(o.data ->> '$.user_id', '') || '/' || coalesce(o.data ->> '$.id', '')`,
    createdAt: sql`o.created_at`,
    status: deliveryStatus.pending,
    attempts: 0,
    nextAttemptAt: sql`o.created_at`,
    isResent: false,
    expiresAt: sql`o.created_at + ${retentionMillis}`,
  };
  return [
    insertFrom(db, webhookDeliveries, delivery, rows).onConflictDoNothing(),
    db.update(outbox).set({ waitingDeliveries: 0 }).where(sql`rowid in (${oldest})`),
  ];
}
