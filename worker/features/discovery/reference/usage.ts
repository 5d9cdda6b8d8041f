import type { Group } from "./entry";

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
