import type { Group } from "./entry";
import { ids } from "./samples";

export const metrics: Group = {
  section: "Administration",
  name: "Metrics",
  description: "How many users a project has, how active they are, where they are, and how they sign in.",
  samples: {
    "query.include_anonymous": "false",
    total_users: 1_815,
    // A user would be forty lines of the document.
    recently_registered: [],
    recently_active: [],
    daily_users: [{ date: "2026-01-01", activity: 12 }],
    daily_active_users: [{ date: "2026-01-01", activity: 240 }],
    users_by_country: { GB: 1_204, DE: 310 },
    login_methods: [
      { method: "password", count: 1_420 },
      { method: "google", count: 395 },
    ],
    code_users: 1_204,
    users_without_method: 12,
  },
  endpoints: {
    "GET /internal/metrics": {},
    "GET /internal/metrics/user-counts": {
      description: "As `GET /internal/metrics` counts them.",
      samples: { total_users: 1_840, anonymous_users: 25 },
    },
    "GET /internal/user-activity": {
      samples: { "query.user_id": ids.user, data_points: [{ date: "2026-01-01", activity: 2 }] },
    },
  },
};

export const hostedOnly: Group = {
  section: "Administration",
  name: "Not offered",
  description:
    "What newer clients can call and only their vendor's own service does. Nothing of it is done here, and each says what to use instead.",
  samples: { session_replay_id: ids.apiKey, chunk_id: ids.apiKey, step: "setup", part: "events", body: {} },
  endpoints: {
    "POST /emails/capacity-boost": {},
    "POST /internal/emails/managed-onboarding/{step}": {},
    "GET /internal/emails/managed-onboarding/list": { samples: { items: [] } },
    "POST /internal/rewrite-template-source": {},
    "POST /internal/analytics/query": {},
    "GET /internal/session-replays": { samples: { items: [], next_cursor: null } },
    "GET /internal/session-replays/{session_replay_id}": {},
    "GET /internal/session-replays/{session_replay_id}/{part}": {},
    "GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events": {},
  },
};

export const usage: Group = {
  section: "Administration",
  name: "Usage",
  description: "What a project stores and uses, and what it may.",
  samples: {
    storage: {
      used_bytes: 91_203_441,
      max_bytes: 1_073_741_824,
      used_rows: 141_006,
      max_rows: 2_000_000,
      used_percent: 8,
      bytes_by_kind: {
        users: 40_118_200,
        sign_ins: 21_408_119,
        teams: 4_120_871,
        emails: 9_004_377,
        webhooks: 0,
        payments: 0,
        audit_log: 16_510_022,
        data_vault: 0,
        settings: 41_852,
      },
    },
    images: { used_bytes: 1_204_551, max_bytes: 1_073_741_824, used_percent: 0 },
    are_shares_counted: true,
    takes_payments: true,
    shares: [
      {
        id: "renderings",
        used: 12,
        limit: 60,
        refused: 0,
        window_seconds: 60,
        resets_at_millis: 1_767_225_660_000,
      },
    ],
  },
  endpoints: { "GET /internal/usage": {} },
};

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
