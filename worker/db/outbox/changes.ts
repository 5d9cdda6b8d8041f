import { type Column, type SQL, sql } from "drizzle-orm";
import { announcementColumn, type Database, insertable, type Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { Json } from "../../protocol/fields";
import type { EventType } from "./event-types";
import { outbox } from "./schema";
import { waitingEndpoints } from "./waiting-endpoints";

/**
 * Records events of one type whose data are values. They belong in the batch of the change, so that neither is there
 * without the other.
 */
export function recordEvents(
  db: Database,
  { projectId, type, data }: { projectId: string; type: EventType; data: readonly Json[] },
): Statement[] {
  const rows = data.map((each) => ({ projectId, id: newId(), type, data: each, createdAt: Date.now() }));
  return insertable(outbox, rows).map((some) => db.insert(outbox).values(some).returning(announcement));
}

/** Records an event that is queued for no endpoint by itself. */
export function recordMessage(db: Database, row: typeof outbox.$inferInsert): Statement {
  return db.insert(outbox).values(row);
}

/**
 * Records an event for each row that is there when the statement runs: after the change for what it has become, before
 * a deletion for what is deleted.
 *
 * @param rows where the rows come from: `from … where …`
 * @param data JSON of each row's event
 */
export function recordEventsOf(
  db: Database,
  { projectId, type, data, rows }: { projectId: string; type: EventType; data: SQL; rows: SQL },
): Statement {
  return db
    .insert(outbox)
    .select(sql`select ${projectId}, ${randomUuid}, ${type}, ${data}, ${Date.now()} ${rows}`)
    .returning(announcement);
}

/** What is to be queued for the event, which a trigger hands to the endpoints of the project. */
const announcement = {
  announced: waitingEndpoints({
    projectId: sql`outbox.project_id`,
    type: sql`outbox.type`,
    now: sql`outbox.created_at`,
  }).as(announcementColumn),
};

/** A UUID of version 4 for each row, as `newId` makes them. */
const randomUuid = sql`lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
)`;

/** A condition as JSON. SQLite has no booleans, so that a column of them would be a number. */
export function jsonBoolean(condition: SQL | Column): SQL {
  return sql`json(iif(${condition}, 'true', 'false'))`;
}
