import type { Group } from "./entry";

export const usage: Group = {
  section: "Administration",
  name: "Usage",
  description: "What a project stores, and what it may.",
  fields: {
    storage: "What the project stores in the database.",
    used_bytes: "Bytes that it stores: the lengths of all texts, and 400 for each row.",
    max_bytes: "Bytes that it may store.",
    used_rows: "Rows that it stores.",
    max_rows: "Rows that it may store.",
    used_percent: "The larger of both shares, rounded down. From 100 on, what would store more is refused.",
    bytes_by_kind: "The bytes by what they are of, with the rows' own.",
    users: "Users with their profiles, addresses, ways to sign in, API keys and permissions in the project.",
    sign_ins: "Sessions, codes, sign-ins by OAuth that were begun, and tokens of providers.",
    teams: "Teams, memberships and permissions in them.",
    emails: "Drafts, mails to many with their recipients, the log of mails, and addresses that bounced.",
    webhooks: "Endpoints, events, deliveries and attempts.",
    payments: "Purchases, items and what is known of them at Stripe.",
    audit_log: "Events of the audit log.",
    settings:
      "The configuration with themes and templates, keys of the project, keys of data vaults, and threads of the assistant.",
  },
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
        settings: 41_852,
      },
    },
  },
  endpoints: { "GET /internal/usage": {} },
};
