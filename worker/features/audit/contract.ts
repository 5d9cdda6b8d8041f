// The audit log: who did what in a project, as its owners and its auditors read it.
import * as z from "zod";
import { auditEventTypes } from "../../db/audit/event-types";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { tooManyRequests } from "../../protocol/error-definitions";
import { integer, millis, shortText, text } from "../../protocol/fields";
import { mustBeUuid } from "../../protocol/validation-messages";

/** Times that the ids of events can hold: 48 bits (RFC 9562 section 5.7). */
const time = millis.min(0).max(2 ** 48 - 1);

const eventId = text(36, mustBeUuid)
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, mustBeUuid)
  .meta({ format: "uuid" });

const filters = {
  type: z.enum(auditEventTypes).optional(),
  actor_id: shortText.optional(),
  target_id: shortText.optional(),
  since_millis: time.optional(),
  until_millis: time.optional(),
  cursor: eventId.optional(),
};

/** The most events of a page. */
export const longestPage = 200;

const Party = z.object({ type: z.string(), id: z.string().nullable() });

export const AuditEvent = z.object({
  id: z.string(),
  type: z.string(),
  created_at_millis: z.number(),
  actor: Party,
  impersonator: Party.nullable(),
  session_id: z.string().nullable(),
  target: Party.nullable(),
  details: z.record(z.string(), z.unknown()),
  ip_address: z.string().nullable(),
  country_code: z.string().nullable(),
  user_agent: z.string().nullable(),
});

export const listAuditEvents = endpoint("GET /internal/audit-events", {
  summary: "List what was done in the project, newest first",
  description:
    "Changes of the project's settings and keys, and what concerns the security of its users' accounts. Events are kept for " +
    "as many days as the setting `audit.retentionDays` (30 at least) said when they were recorded: changing it changes nothing for them.",
  access: adminOnly,
  query: z.strictObject({ ...filters, limit: integer.min(1).max(longestPage).optional() }),
  response: z.object({
    items: z.array(AuditEvent),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  }),
});

export const exportAuditEvents = endpoint("GET /internal/audit-events/export", {
  summary: "Export what was done in the project as JSON lines, newest first",
  description:
    "One event a line, in the shape of the list, as `application/x-ndjson`. A response has at most 40,000 events: where there " +
    'are more, its last line is `{"next_cursor":"…"}`, with which the next request goes on. A response without its end is ' +
    "cut off by an error, and not complete.",
  access: adminOnly,
  query: z.strictObject(filters),
  response: "response",
  errors: [tooManyRequests],
});
