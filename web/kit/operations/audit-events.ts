import type { auditEventTypes } from "../../../worker/db/audit/event-types";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { tableOf } from "../rows/operation";

/** Names what has happened. The part before the dot is what it happened to. */
export type AuditEventType = (typeof auditEventTypes)[number];

/** Says who did something, or to what it was done: its kind, such as `user`, and its id. */
export interface AuditParty {
  readonly type: string;
  readonly id: string | null;
}

/** Says what was done in a project, by whom and from where. */
export interface AuditEvent {
  readonly id: string;
  /** An {@link AuditEventType}, or one of a newer API. */
  readonly type: string;
  readonly createdAt: Date;
  readonly actor: AuditParty;
  /** Says who acted as the actor. */
  readonly impersonator: AuditParty | null;
  readonly sessionId: string | null;
  readonly target: AuditParty | null;
  /** Holds what else there is to say, such as settings before and after. Never a secret. */
  readonly details: { readonly [key: string]: Json };
  readonly ipAddress: string | null;
  readonly countryCode: string | null;
  readonly userAgent: string | null;
}

export interface ExportAuditEventsOptions {
  readonly type?: AuditEventType | undefined;
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
  /** The time from which events are wanted, itself included. */
  readonly since?: Date | undefined;
  /** The time before which they are wanted. */
  readonly until?: Date | undefined;
  /** `nextCursor` of a page: the export begins there. */
  readonly cursor?: string | undefined;
}

/** Says which events to list, and from where. */
export interface ListAuditEventsOptions extends ExportAuditEventsOptions {
  /** At most 200, which is the default. */
  readonly limit?: number | undefined;
}

/** A page of events; `nextCursor` is the cursor of the next one, and null on the last. */
export type AuditEventPage = AuditEvent[] & { readonly nextCursor: string | null };

export const auditEvents = /* @__PURE__ */ tableOf("admin", ({ read }) => ({
  /** A page of what was done in the project, by whom and from where, newest first. */
  listAuditEvents: read(
    "GET /internal/audit-events",
    (options: ListAuditEventsOptions = {}) => ({ query: { ...queryOf(options), limit: options.limit } }),
    ({ items, pagination }): AuditEventPage =>
      Object.assign(items.map(toAuditEvent), { nextCursor: pagination.next_cursor }),
    "audit-events",
  ),
}));

export type AuditEvents = typeof auditEvents;

/**
 * Lines of JSON as the API writes them. A response ends with the cursor of the next one where there are more events.
 * @internal
 */
export async function* exportAuditEvents(
  caller: Caller<"admin">,
  options: ExportAuditEventsOptions,
): AsyncGenerator<string, void> {
  let { cursor } = options;
  do {
    const query = queryOf({ ...options, cursor });
    const text = (await caller.read("GET /internal/audit-events/export", { query })) as string;
    const lastLine = text.lastIndexOf("\n", text.length - 2) + 1;
    cursor = text === "" ? undefined : JSON.parse(text.slice(lastLine)).next_cursor;
    yield cursor === undefined ? text : text.slice(0, lastLine);
  } while (cursor !== undefined);
}

function queryOf({ type, actorId, targetId, since, until, cursor }: ExportAuditEventsOptions) {
  return {
    type,
    actor_id: actorId,
    target_id: targetId,
    since_millis: since?.getTime(),
    until_millis: until?.getTime(),
    cursor,
  };
}

function toAuditEvent(event: wire.AuditEvent): AuditEvent {
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created_at_millis),
    actor: event.actor,
    impersonator: event.impersonator,
    sessionId: event.session_id,
    target: event.target,
    details: event.details as AuditEvent["details"],
    ipAddress: event.ip_address,
    countryCode: event.country_code,
    userAgent: event.user_agent,
  };
}
