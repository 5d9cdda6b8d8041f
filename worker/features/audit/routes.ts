import type * as z from "zod";
import { recordAudit } from "../../db/audit/changes";
import { type AuditEventRow, type AuditPage, auditPageOf, selectAuditPage } from "../../db/audit/queries";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { AppRouter } from "../access";
import * as contract from "./contract";

export function auditRoutes(router: AppRouter): void {
  router.route(contract.listAuditEvents, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      // One more than the page holds, for the cursor of the next.
      rows: selectAuditPage(db, { ...pageOf(query), projectId, limit: pageLength(query) + 1 }),
    }),
    handle: ({ query, found: { rows } }) => {
      const { rows: shown, next } = auditPageOf(rows, pageLength(query));
      return { items: shown.map(toAuditEvent), is_paginated: true as const, pagination: { next_cursor: next } };
    },
  });

  router.route(contract.exportAuditEvents, async ({ db, caller: { project, actor }, query, turn, fail }) => {
    const refusal = await turn.waitFor("exporting", project.id);
    if (refusal) return fail(tooManyRequests, refusal);
    const page = { ...pageOf(query), projectId: project.id };
    const event = { type: "audit_log.exported", details: { filters: Object.keys(query) } } as const;
    // With the first rows that leave, of which it is none.
    let unrecorded = [recordAudit(db, project, actor, event)];
    const lines = exportStream(page.cursor, {
      read: async (cursor, length, isFirst) => {
        // What has begun to be sent cannot be refused.
        if (!isFirst) await turn.waitFor("exporting", project.id, Number.POSITIVE_INFINITY);
        const [rows] = await db.batch([selectAuditPage(db, { ...page, cursor, limit: length + 1 }), ...unrecorded]);
        unrecorded = [];
        return auditPageOf(rows, length);
      },
      lineOf: (row) => toJsonLine(toAuditEvent(row)),
    });
    return new Response(lines, {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": 'attachment; filename="audit-events.jsonl"',
      },
    });
  });
}

type Filters = Omit<z.output<typeof contract.listAuditEvents.query>, "limit">;

function pageLength({ limit = contract.maxPageSize }: { limit?: number | undefined }): number {
  return limit;
}

function pageOf(query: Filters): Omit<AuditPage, "projectId" | "limit"> {
  return {
    type: query.type,
    actorId: query.actor_id,
    targetId: query.target_id,
    since: query.since_millis ?? 0,
    until: query.until_millis,
    cursor: query.cursor,
  };
}

function toAuditEvent(row: AuditEventRow): z.input<typeof contract.AuditEvent> {
  return {
    id: row.id,
    type: row.type,
    created_at_millis: row.createdAt,
    actor: { type: row.actorType, id: row.actorId },
    impersonator: row.impersonatorType === null ? null : { type: row.impersonatorType, id: row.impersonatorId },
    session_id: row.sessionId,
    target: row.targetType === null ? null : { type: row.targetType, id: row.targetId },
    details: row.details as Record<string, unknown>,
    ip_address: row.ip,
    country_code: row.countryCode,
    user_agent: row.userAgent,
  };
}

/** Rows that one round trip reads: a megabyte at most. */
export const rowsPerRead = 1000;

/** A Worker makes a bounded number of round trips for a request. */
const maxReads = 40;

interface Source<Row> {
  /** Reads up to `length` rows from the id `cursor` on, and the id at which the next ones begin. */
  read(cursor: string | undefined, length: number, isFirst: boolean): Promise<{ rows: Row[]; next: string | null }>;
  lineOf(row: Row): string;
}

/**
 * Rows as lines, read while they are sent: never more than one page is in memory. Where there are more rows than one response
 * has, its last line says how to go on. When a read fails, the response is cut off.
 */
function exportStream<Row>(cursor: string | undefined, { read, lineOf }: Source<Row>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = cursor;
  let reads = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let lines: string[];
      let isCut: boolean;
      // A stream that is given nothing does not ask again.
      do {
        const page = await read(next, rowsPerRead, reads === 0);
        reads += 1;
        next = page.next ?? undefined;
        isCut = next !== undefined && reads === maxReads;
        lines = page.rows.map(lineOf);
      } while (lines.length === 0 && next !== undefined && !isCut);
      if (isCut) lines.push(toJsonLine({ next_cursor: next }));
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      if (isCut || next === undefined) controller.close();
    },
  });
}

/**
 * Matches what JSON allows in a text though programs take it for the end of a line, or show the line as another one.
 * These are control characters, line and paragraph separators, and marks that turn the direction of a text.
 */
const misread = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as one line of JSON with its end, safe to print. It reads as the same value. */
function toJsonLine(value: unknown): string {
  const escaped = JSON.stringify(value).replace(
    misread,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}
