import type { Group } from "./entry";
import { ids } from "./samples";

const event = {
  id: ids.auditEvent,
  type: "project.updated",
  created_at_millis: 1_767_225_600_000,
  actor: { type: "owner", id: ids.user },
  impersonator: null,
  session_id: ids.session,
  target: { type: "project", id: ids.project },
  details: { changes: [{ key: "auth.allowSignUp", before: true, after: false }] },
  ip_address: "203.0.113.7",
  country_code: "PT",
  user_agent: "Mozilla/5.0",
};

export const auditLog: Group = {
  section: "Administration",
  name: "Audit log",
  description:
    "Who did what, on what, from where and when. An event is recorded together with the change itself, and never changed. It holds no secret: of a secret setting it says only that it was changed.",
  fields: {
    "items.id": "The id of the event, a UUID of version 7: ids are in the order of time.",
    "items.type": "What was done, such as `project.updated` or `user.signed_in`.",
    created_at_millis: "When it was done, in milliseconds since the Unix epoch.",
    actor: "Who did it.",
    "actor.type":
      "`user` of the project, `owner` (a user of the internal project), the holder of a `key`, or the `system` itself.",
    "actor.id": "The id of the user or of the key set; `null` for the system.",
    impersonator: "Who began the session in which the actor was impersonated, or `null`.",
    "impersonator.type": "As of the actor; `unknown` once the event of the impersonation is no longer kept.",
    "impersonator.id": "The id of the user or of the key set.",
    session_id: "The session in which it was done, or which began; `null` without one.",
    target: "What it was done to, or `null` where the type says it all.",
    "target.type": "The kind of thing, such as `user`, `session` or `project`.",
    "target.id": "The id of the thing, which may be deleted by now.",
    details: "What else there is to say: settings with their values before and after, methods, counts.",
    ip_address: "The address that the request came from, or `null`.",
    country_code: "The country of the address by ISO 3166-1, or `null`.",
    user_agent: "How the program that sent the request names itself, up to 256 characters, or `null`.",
    "query.type": "Only events of this type.",
    "query.actor_id": "Only what this user or key set has done.",
    "query.target_id": "Only what was done to this.",
    "query.since_millis": "Only events from this time on, in milliseconds since the Unix epoch.",
    "query.until_millis": "Only events before this time, in milliseconds since the Unix epoch.",
    "query.limit": "How many events a page has at most. 200 when absent, and at most.",
  },
  samples: {
    "response.items": [event],
    "query.type": "project.updated",
    "query.actor_id": ids.user,
    "query.target_id": ids.project,
    "query.since_millis": 1_767_225_600_000,
    "query.until_millis": 1_767_312_000_000,
    "query.cursor": ids.auditEvent,
    "query.limit": 50,
    next_cursor: null,
  },
  endpoints: {
    "GET /internal/audit-events": {},
    "GET /internal/audit-events/export": {
      responses: [
        {
          status: 200,
          description: "One event a line.",
          contentType: "application/x-ndjson",
          example: JSON.stringify(event),
        },
      ],
    },
  },
};
