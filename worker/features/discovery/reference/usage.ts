import type { Group } from "./entry";

export const usage: Group = {
  section: "Administration",
  name: "Usage",
  description: "What a project stores and uses, and what it may.",
  fields: {
    storage: "What the project stores in the database, with the values of its data vault.",
    images:
      "What its images take, and 400 bytes for each. Those of users and teams are kept as long as the project exists. Once they are full, images are refused and nothing else is.",
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
    data_vault: "Values of the data vault. One that was deleted or became smaller counts as before for ten minutes.",
    settings:
      "The configuration with themes and templates, keys of the project, keys of data vaults, and threads of the assistant.",
    are_shares_counted:
      "Whether the installation counts what is taken of the shares: it does not where its rate limits are off, as in development.",
    shares: "What the project may have in a window of time, which begins when it takes the first.",
    "shares.id":
      "`hash_seconds`: processor time for imported hashes that take more than 250 ms. `renderings`: mails rendered from sources, by previews and when a theme or template is stored. `emails`: mails by the installation's own server.",
    used: "What was taken in the window that is open.",
    limit: "What may be taken in a window. The operator of the installation can give a project more.",
    refused: "How often more was asked for, and refused with a 429.",
    window_seconds: "How long a window is.",
    resets_at_millis: "When the window ends. Null while nothing is taken.",
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
        data_vault: 0,
        settings: 41_852,
      },
    },
    images: { used_bytes: 1_204_551, max_bytes: 1_073_741_824, used_percent: 0 },
    are_shares_counted: true,
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
