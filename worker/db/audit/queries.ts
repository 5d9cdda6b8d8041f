import { and, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id } from "../../platform/database";
import { maxWalked, walkOf } from "../bounded-walk";
import { firstIdAt } from "./event-id";
import type { AuditEventType } from "./event-types";
import { auditEvents } from "./schema";

export type AuditEventRow = typeof auditEvents.$inferSelect;

/** Says which events to read, and where in their order, newest first, to begin. */
export interface AuditPage {
  projectId: Id;
  type?: AuditEventType | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  /** Only events from this time on. */
  since: number;
  /** Only events before this time. */
  until?: number | undefined;
  /** The id of the first event. */
  cursor?: string | undefined;
  /** The most rows to return. */
  limit: number;
}

/** Reads who began a session that impersonates its user: a row, or nothing. */
export function selectImpersonator(db: Database, { projectId, sessionId }: { projectId: string; sessionId: string }) {
  return db
    .select({ type: auditEvents.actorType, id: auditEvents.actorId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.projectId, projectId),
        eq(auditEvents.sessionId, sessionId),
        eq(auditEvents.type, "user.impersonated"),
      ),
    )
    .limit(1);
}

/**
 * Selects one page of a project's events. Ids are in the order of time, so that times and the cursor are bounds in the index of the
 * filter. The statement therefore looks through as many rows as it returns. With more than one filter it looks through those that fit
 * the first, up to `maxWalked`.
 */
export function selectAuditPage(
  db: Database,
  { projectId, type, actorId, targetId, since, until, cursor, limit }: AuditPage,
) {
  const [first, ...others] = [
    targetId === undefined ? [] : [eq(auditEvents.targetId, targetId)],
    actorId === undefined ? [] : [eq(auditEvents.actorId, actorId)],
    type ? [eq(auditEvents.type, type)] : [],
  ].flat();
  const { walk, columns, rows } = walkOf(
    db,
    {
      table: auditEvents,
      from: indexFor({ type, actorId, targetId }),
      where: and(
        eq(auditEvents.projectId, projectId),
        first,
        gte(auditEvents.id, firstIdAt(since)),
        until === undefined ? undefined : lt(auditEvents.id, firstIdAt(until)),
        cursor === undefined ? undefined : lte(auditEvents.id, cursor),
      ),
      order: sql`${auditEvents.id} desc`,
    },
    ...others,
  );
  return db
    .select({ ...columnsOf(auditEvents, "event"), ...columns })
    .from(walk)
    .crossJoin(auditEvents)
    .where(rows)
    .limit(limit);
}

/** Tells the events of a page apart from the id at which the next one begins; null where none follows. */
export function auditPageOf(rows: Awaited<ReturnType<typeof selectAuditPage>>, length: number) {
  const last = rows.at(-1);
  const isEnded = rows.length > length || last?.nth === maxWalked;
  return { rows: isEnded ? rows.slice(0, -1) : rows, next: isEnded && last ? last.id : null };
}

/** The table with the index of the filter. Without its name SQLite takes the primary key and reads all that was done. */
function indexFor({ type, actorId, targetId }: Pick<AuditPage, "type" | "actorId" | "targetId">): SQL {
  if (targetId !== undefined) return sql`${auditEvents} indexed by audit_events_by_target`;
  if (actorId !== undefined) return sql`${auditEvents} indexed by audit_events_by_actor`;
  return type ? sql`${auditEvents} indexed by audit_events_by_type` : sql`${auditEvents}`;
}
