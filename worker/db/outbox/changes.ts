import { Column, is, type SQL, sql } from "drizzle-orm";
import {
  announce,
  type Condition,
  type Database,
  insertable,
  insertFrom,
  type Statement,
} from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { Json } from "../../protocol/fields";
import { messageMillis } from "./endpoint-changes";
import type { EventType } from "./event-types";
import { outbox, webhookEndpoints } from "./schema";

/**
 * Records events of one type whose data are values, where the project has an endpoint. They belong in the batch of the change,
 * so that neither is there without the other.
 */
export function recordEvents(
  db: Database,
  { projectId, type, data }: { projectId: string; type: EventType; data: readonly Json[] },
): Statement[] {
  const rows = data.map((each) => ({ id: newId(), data: JSON.stringify(each) }));
  return insertable(outbox, rows).map((some) => {
    const values = sql.join(
      some.map((row) => sql`(${row.id}, ${row.data})`),
      sql`, `,
    );
    const event = {
      projectId,
      id: sql`column1`,
      type,
      data: sql`column2`,
      createdAt: Date.now(),
      waitingDeliveries: 0,
    };
    const inserted = sql`from (values ${values}) where ${hasEndpoint(projectId)}`;
    return announce(insertFrom(db, outbox, event, inserted).returning(waiting));
  });
}

/**
 * Tells whether a project has an endpoint, enabled or not. Events of a project without one are not kept. Most projects have no
 * endpoint, and their events would be a fifth of what is stored of a user.
 */
function hasEndpoint(projectId: string): SQL {
  // No `exists`, which SQLite may turn into a join that looks once for each row.
  return sql`(select 1 from ${webhookEndpoints} where project_id = ${projectId} limit 1)`;
}

/** Records an event on a condition. It is queued for no endpoint by itself. */
export function recordMessage(db: Database, event: typeof outbox.$inferInsert, where: Condition): Statement {
  return insertFrom(db, outbox, { ...event, waitingDeliveries: 0 }, sql`where ${where}`);
}

/**
 * Records an event for each row that is there when the statement runs. The statement runs after a change, to record what the row has
 * become. It runs before a deletion, to record what is deleted. In a project without an endpoint it records none.
 *
 * @param rows where the rows come from: `from … where …`
 * @param data JSON of each row's event
 */
export function recordEventsOf(
  db: Database,
  { projectId, type, data, rows }: { projectId: string; type: EventType; data: SQL; rows: SQL },
): Statement {
  const event = { projectId, id: randomUuid, type, data: sql`event_data`, createdAt: Date.now(), waitingDeliveries: 0 };
  const inserted = sql`from (select ${data} as event_data ${rows}) where ${hasEndpoint(projectId)}`;
  return announce(insertFrom(db, outbox, event, inserted).returning(waiting));
}

/** Tells whether the project is to be queued for the event, which a trigger hands to its endpoints. */
const waiting = {
  waiting: waitingProject({
    projectId: sql`outbox.project_id`,
    type: sql`outbox.type`,
    now: sql`outbox.created_at`,
  }).as("waiting"),
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

/** The JSON of an object, made by the database. Its fields are columns, each as what it holds, and SQL that is JSON already. */
export function jsonObject(fields: Record<string, SQL | Column>): SQL {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'$.${name}'`)}, ${jsonOf(value)}`);
  const groups = Array.from({ length: Math.ceil(pairs.length / maxPairs) }, (_, group) =>
    pairs.slice(group * maxPairs, (group + 1) * maxPairs),
  );
  return groups.reduce((object, group) => sql`json_insert(${object}, ${sql.join(group, sql`, `)})`, sql`'{}'`);
}

/** D1 takes 32 arguments for one function, of which the object is one. */
const maxPairs = 15;

function jsonOf(value: SQL | Column): SQL {
  if (!is(value, Column)) return value;
  if (value.dataType === "boolean") return jsonBoolean(value);
  return value.dataType === "json" ? sql`json(${value})` : sql`${value}`;
}

/**
 * The project where an event of now makes an endpoint due, and no message of the project is under way that has come; else null. A run
 * that is sending looks for what has come meanwhile before it ends. SQLite asks before the trigger that makes endpoints due; it
 * finds them also should it ask afterwards.
 */
function waitingProject({ projectId, type, now }: { projectId: SQL; type: SQL; now: SQL }): SQL<string | null> {
  const isMadeDue = sql`e.disabled_at is null and e.leased_until <= ${now} and (e.due_at is null or e.due_at >= ${now})
    and (e.event_types is null or exists (select 1 from json_each(e.event_types) where value = ${type}))`;
  const isUnderWay = sql`e.queued_for > ${now} - ${messageMillis} and e.queued_for <= ${now}`;
  return sql<string | null>`(
    select e.project_id from webhook_endpoints e where e.project_id = ${projectId}
    group by e.project_id having max(${isMadeDue}) and not coalesce(max(${isUnderWay}), 0)
  )`;
}
