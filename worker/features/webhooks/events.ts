import { type Column, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { Json } from "../../protocol/fields";
import { outbox } from "./schema";

/** What webhooks are told of. The data of each is an object on the wire, as the API shows it to servers. */
export type EventType =
  | "user.created"
  | "user.updated"
  | "user.deleted"
  | "team.created"
  | "team.updated"
  | "team.deleted"
  | "team_membership.created"
  | "team_membership.deleted"
  | "team_permission.created"
  | "team_permission.deleted"
  | "project_permission.created"
  | "project_permission.deleted";

/** Records an event whose data is known. It belongs in the batch of the change, so that neither is there without the other. */
export function recordEvent(
  db: Database,
  { projectId, type, data }: { projectId: string; type: EventType; data: Json },
): Statement {
  return db.insert(outbox).values({ projectId, id: newId(), type, data, createdAt: Date.now() });
}

/**
 * Records an event for each row that is there when the statement runs: after the change for what it has become, before
 * a deletion for what goes.
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
    .select(sql`select ${projectId}, lower(hex(randomblob(16))), ${type}, ${data}, ${Date.now()} ${rows}`);
}

/** A condition as JSON. SQLite has no booleans, so that a column of them would be a number. */
export function jsonBoolean(condition: SQL | Column): SQL {
  return sql`json(iif(${condition}, 'true', 'false'))`;
}
