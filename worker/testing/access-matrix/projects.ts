// Projects, their configuration and their keys.
import { keySetOf } from "./inputs";
import type { Row } from "./row";
import type { Scenario } from "./scenario";

export const projects: Row[] = [
  {
    key: "GET /projects/current",
    input: () => ({}),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "GET /internal/projects",
    input: () => ({}),
    outcomes: {
      "401 EXPECTED_INTERNAL_PROJECT": "anonymous self otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /internal/projects",
    input: ({ team }) => ({ body: { display_name: "New", owner_team_id: team.id } }),
    outcomes: {
      "401 EXPECTED_INTERNAL_PROJECT": "anonymous self otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /internal/projects/transfer",
    input: ({ project, team }) => ({ body: { project_id: project.id, new_team_id: team.id } }),
    outcomes: {
      "400 SCHEMA_ERROR": "signedOut anonymous self otherUser member holder server admin foreign",
      // A member of the team that owns the project, and not its admin.
      "401 TEAM_PERMISSION_REQUIRED": "owner",
    },
  },
  {
    key: "PATCH /internal/owner-teams/{team_id}/members/{user_id}",
    input: ({ team }) => ({ params: { team_id: team.id, user_id: team.memberId }, body: { role: "admin" } }),
    outcomes: {
      "401 EXPECTED_INTERNAL_PROJECT": "anonymous self otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
    },
  },
  {
    key: "GET /internal/projects/current",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "PATCH /internal/projects/current",
    input: () => ({ body: { display_name: "New" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "DELETE /internal/projects/current",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/audit-events",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/audit-events/export",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/emails/recipients",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  ...[
    { key: "GET /internal/metrics/user-counts" as const, input: () => ({}) },
    {
      key: "GET /internal/user-activity" as const,
      input: ({ user }: Scenario) => ({ query: { user_id: user.id } }),
    },
    { key: "GET /internal/emails/managed-onboarding/list" as const, input: () => ({}) },
    { key: "GET /internal/session-replays" as const, input: () => ({}) },
  ].map((row) => ({
    ...row,
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  })),
  ...(
    [
      ["POST /internal/emails/managed-onboarding/{step}", { step: "setup" }],
      ["POST /internal/rewrite-template-source", {}],
      ["GET /internal/session-replays/{session_replay_id}", { session_replay_id: "r" }],
      ["GET /internal/session-replays/{session_replay_id}/{part}", { session_replay_id: "r", part: "events" }],
      [
        "GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events",
        { session_replay_id: "r", chunk_id: "c" },
      ],
    ] as const
  ).map(([key, params]) => ({
    key,
    input: () => ({ params, ...(key.startsWith("POST") && { body: {} }) }),
    outcomes: {
      "400": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
    withoutEvent: "It is refused.",
  })),
  {
    key: "POST /internal/analytics/query",
    input: () => ({ body: {} }),
    outcomes: {
      "400 ANALYTICS_NOT_ENABLED": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
    withoutEvent: "It is refused.",
  },
  {
    key: "POST /emails/capacity-boost",
    input: () => ({ body: {} }),
    outcomes: {
      "400": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
  {
    key: "GET /internal/metrics",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/usage",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/projects/current/production-mode-errors",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/config",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "PATCH /internal/config/override",
    input: () => ({ body: { config_override_string: JSON.stringify({ "auth.allowSignUp": false }) } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  ...[
    { key: "GET /internal/config/override/{level}" as const, input: () => ({ params: { level: "branch" } }) },
    {
      key: "PATCH /internal/config/override/{level}" as const,
      input: () => ({
        params: { level: "branch" },
        body: { config_override_string: JSON.stringify({ "auth.allowSignUp": false }) },
      }),
    },
    {
      key: "PUT /internal/config/override/{level}" as const,
      input: () => ({ params: { level: "branch" }, body: { config_string: "{}" } }),
      withoutEvent: "The level that comes last sets the same, so no setting changes.",
    },
    {
      key: "POST /internal/config/override/{level}/reset-keys" as const,
      input: () => ({ params: { level: "branch" }, body: { keys: ["teams"] } }),
      withoutEvent: "No setting of the scenario's project is there to be reset.",
    },
    { key: "GET /internal/config/source" as const, input: () => ({}) },
    {
      key: "DELETE /internal/config/source" as const,
      input: () => ({}),
      withoutEvent: "Where a configuration comes from is no setting.",
    },
  ].map((row) => ({
    ...row,
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  })),
  {
    key: "GET /internal/api-keys",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "POST /internal/api-keys",
    input: () => ({
      body: {
        description: "New",
        expires_at_millis: 4_000_000_000_000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      },
    }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /internal/api-keys/{api_key_id}",
    input: async (scenario) => ({ params: await keySetOf(scenario) }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "PATCH /internal/api-keys/{api_key_id}",
    input: async (scenario) => ({ params: await keySetOf(scenario), body: { description: "New" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
];
