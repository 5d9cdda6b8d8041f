import { type SQL, sql } from "drizzle-orm";
import type { ProjectConfig } from "../../config";
import { type Condition, type Database, insertFrom, type Statement } from "../../platform/database";
import type { Json } from "../../protocol/fields";
import { deleteExpired } from "../expired-rows";
import type { Actor, ActorInSql, ActorType } from "./actor";
import { firstIdAt } from "./event-id";
import type { AuditEventType } from "./event-types";
import { auditEvents } from "./schema";

/** The project whose log it is. Its configuration says how long the event is kept; without one it is the default. */
export interface AuditedProject {
  id: string;
  config?: Pick<ProjectConfig, "audit">;
  retentionDays?: never;
}

/** Projects in whose logs the same event is recorded, by SQL over the rows that they come from. */
export interface AuditedProjects {
  id: SQL;
  retentionDays: SQL;
  config?: never;
}

export interface AuditEvent {
  type: AuditEventType;
  /** Says what it was done to. An id may be SQL over the rows of `of`. */
  target?: { type: string; id: string | SQL };
  /** Holds what else there is to say: ids, names of settings, methods; never a secret, nor the text of a user's. May be SQL. */
  details?: Readonly<Record<string, Json>> | SQL;
}

/** The default of `audit.retentionDays`, for events of projects whose configuration is not at hand. */
export const defaultRetentionDays = 365;

const dayMillis = 24 * 60 * 60 * 1000;

/** Holds when the statement before in the batch has changed a row: what was already so, or is not there, is no event. */
export const ifChanged: Condition = sql`changes() > 0`;

/** Holds unless the same has been recorded of the same thing since a time; with `by`, of the same actor at the same address. */
export function unlessRecorded(
  projectId: string,
  { type, target }: { type: AuditEventType; target: { id: string } },
  { since, by }: { since: number; by?: Actor },
): Condition {
  const { projectId: inProject, targetId, type: ofType, id, actorId, ip } = auditEvents;
  const isTheirs = by ? sql`and ${actorId} is ${by.id} and ${ip} is ${by.ip}` : sql``;
  return sql`not exists (select 1 from ${auditEvents} where ${inProject} = ${projectId} and ${targetId} = ${target.id}
    and ${ofType} = ${type} and ${id} >= ${firstIdAt(since)} ${isTheirs})`;
}

/** Holds unless an event of a type is recorded of a target with a detail, such as the id of what was made elsewhere. */
export function unlessRecordedWith(
  projectId: string,
  { type, target }: { type: AuditEventType; target: { id: string } },
  [name, value]: readonly [name: string, value: string],
): Condition {
  const { projectId: inProject, targetId, type: ofType, details } = auditEvents;
  return sql`not exists (select 1 from ${auditEvents} where ${inProject} = ${projectId} and ${targetId} = ${target.id}
    and ${ofType} = ${type} and json_extract(${details}, ${`$.${name}`}) = ${value})`;
}

/**
 * Records what is done, in the batch of the change itself: neither is there without the other.
 *
 * @param where a condition on the rows as they are when the statement runs: without it being true, nothing is recorded
 */
export function recordAudit(
  db: Database,
  project: AuditedProject,
  actor: ActorInSql,
  event: AuditEvent,
  where?: Condition,
): Statement {
  return recordAuditOf(db, project, actor, event, where ? sql`where ${where}` : sql``);
}

/**
 * Records an event for each row that is there when the statement runs. The statement runs after a change, to record what the row has
 * become. It runs before a deletion, to record what is deleted.
 *
 * @param rows where the rows come from: `from … where …`
 */
export function recordAuditOf(
  db: Database,
  { id: projectId, config, retentionDays }: AuditedProject | AuditedProjects,
  actor: ActorInSql,
  { type, target, details = {} }: AuditEvent,
  rows: SQL,
): Statement {
  const now = Date.now();
  const keptDays = retentionDays ?? config?.audit.retentionDays ?? defaultRetentionDays;
  const impersonator = impersonatorOf(actor);
  const values = {
    projectId,
    id: idFrom(now),
    type,
    actorType: actor.type,
    actorId: actor.id,
    impersonatorType: impersonator.type,
    impersonatorId: impersonator.id,
    sessionId: actor.sessionId,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    details,
    ip: actor.ip,
    countryCode: actor.countryCode,
    userAgent: actor.userAgent,
    createdAt: now,
    expiresAt: sql`${now} + ${keptDays} * ${dayMillis}`,
  };
  return insertFrom(db, auditEvents, values, rows);
}

/** A UUID of version 7 for each row: the time, then random digits. */
function idFrom(now: number): SQL {
  return sql`${firstIdAt(now).slice(0, 15)} || lower(
    substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) ||
    '-' || hex(randomblob(6))
  )`;
}

/** Returns who began the session in which the actor is impersonated: the event of that says it, found by an index of such events. */
function impersonatorOf({ impersonatedIn, impersonator, sessionId }: ActorInSql): {
  type: SQL | ActorType | null;
  id: SQL | string | null;
} {
  if (impersonatedIn === null) return { type: null, id: null };
  if (impersonator) return impersonator;
  const began = sql`from ${auditEvents} began where began.project_id = ${impersonatedIn}
    and began.session_id = ${sessionId} and began.type = 'user.impersonated' limit 1`;
  return {
    type: sql`coalesce((select began.actor_type ${began}), 'unknown')`,
    id: sql`(select began.actor_id ${began})`,
  };
}

/** Deletes a bounded number of events that expired at a time or before. */
export function deleteExpiredAuditEvents(db: Database, time: number) {
  return deleteExpired(db, auditEvents, time);
}
