// The audit log: who did what in a project, as its owners and its auditors read it.
import * as z from "zod";
import { auditEventTypes } from "../../db/audit/event-types";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { tooManyRequests } from "../../protocol/error-definitions";
import { integer, millis, pageOf, shortText, text } from "../../protocol/fields";
import { mustBeUuid } from "../../protocol/validation-messages";

/** Times that the ids of events can hold: 48 bits (RFC 9562 section 5.7). */
const time = millis.min(0).max(2 ** 48 - 1);

const eventId = text(36, mustBeUuid)
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, mustBeUuid)
  .meta({ format: "uuid" });

const filters = {
  type: z.enum(auditEventTypes).optional().describe("Only events of this type."),
  actor_id: shortText.optional().describe("Only what this user or key set has done."),
  target_id: shortText.optional().describe("Only what was done to this."),
  since_millis: time.optional().describe("Only events from this time on, in milliseconds since the Unix epoch."),
  until_millis: time.optional().describe("Only events before this time, in milliseconds since the Unix epoch."),
  cursor: eventId.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
};

/** The most events of a page. */
export const maxPageSize = 200;

const Party = z
  .object({
    type: z
      .string()
      .describe(
        "The kind, such as `user`, `session` or `project`. Who acts is a `user` of the project, an `owner` (a user of the internal project), the holder of a `key`, or the `system` itself; `unknown` once the event of an impersonation is no longer kept.",
      ),
    id: z.string().nullable().describe("The id, of what may be deleted by now; `null` for the system."),
  })
  .meta({ id: "AuditParty" });

export const AuditEvent = z
  .object({
    id: z.string().describe("The id of the event, a UUID of version 7: ids are in the order of time."),
    type: z.string().describe("What was done, such as `project.updated` or `user.signed_in`."),
    created_at_millis: z.number().describe("When it was done, in milliseconds since the Unix epoch."),
    actor: Party.describe("Who did it."),
    impersonator: Party.nullable().describe("Who began the session in which the actor was impersonated, or `null`."),
    session_id: z.string().nullable().describe("The session in which it was done, or which began; `null` without one."),
    target: Party.nullable().describe("What it was done to, or `null` where the type says it all."),
    details: z
      .record(z.string(), z.unknown())
      .describe("What else there is to say: settings with their values before and after, methods, counts."),
    ip_address: z.string().nullable().describe("The address that the request came from, or `null`."),
    country_code: z.string().nullable().describe("The country of the address by ISO 3166-1, or `null`."),
    user_agent: z
      .string()
      .nullable()
      .describe("How the program that sent the request names itself, up to 256 characters, or `null`."),
  })
  .meta({ id: "AuditEvent" });

export const listAuditEvents = endpoint("GET /internal/audit-events", {
  summary: "List what was done in the project, newest first",
  description:
    "Changes of the project's settings and keys, and what concerns the security of its users' accounts. Events are kept for " +
    "as many days as the setting `audit.retentionDays` (30 at least) said when they were recorded: changing it changes nothing for them. " +
    "A page looks through 5,000 events at most. With more than one filter it may therefore have fewer than `limit`, or none, and yet a `next_cursor`.",
  access: adminOnly,
  query: z.strictObject({
    ...filters,
    limit: integer
      .min(1)
      .max(maxPageSize)
      .optional()
      .describe("How many events a page has at most. 200 when absent, and at most."),
  }),
  response: pageOf(AuditEvent),
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
