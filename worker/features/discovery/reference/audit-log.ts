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
  samples: {
    "response.items": [event],
    "query.type": "project.updated",
    "query.actor_id": ids.user,
    "query.target_id": ids.project,
    "query.since_millis": 1_767_225_600_000,
    "query.until_millis": 1_767_312_000_000,
    "query.cursor": ids.auditEvent,
    "query.limit": 50,
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
