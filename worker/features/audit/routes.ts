import type * as z from "zod";
import { recordAudit } from "../../db/audit/changes";
import { type AuditEventRow, type AuditPage, selectAuditPage } from "../../db/audit/queries";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { AppRouter } from "../access";
import * as contract from "./contract";
import { exportStream } from "./export-stream";
import { toJsonLine } from "./json-line";

export function auditRoutes(router: AppRouter): void {
  router.route(contract.listAuditEvents, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      // One more than the page holds, for the cursor of the next.
      rows: selectAuditPage(db, { ...pageOf(query), projectId, limit: pageLength(query) + 1 }),
    }),
    handle: ({ query, found: { rows } }) => {
      const length = pageLength(query);
      return {
        items: rows.slice(0, length).map(toAuditEvent),
        is_paginated: true as const,
        pagination: { next_cursor: rows[length]?.id ?? null },
      };
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
      read: async (cursor, limit, isFirst) => {
        // What has begun to be sent cannot be refused.
        if (!isFirst) await turn.waitFor("exporting", project.id, Number.POSITIVE_INFINITY);
        const [rows] = await db.batch([selectAuditPage(db, { ...page, cursor, limit }), ...unrecorded]);
        unrecorded = [];
        return rows;
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

function pageLength({ limit = contract.longestPage }: { limit?: number | undefined }): number {
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
