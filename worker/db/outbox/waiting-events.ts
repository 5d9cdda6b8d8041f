import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { outbox } from "./schema";

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
