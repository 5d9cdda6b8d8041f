import type { Group } from "./entry";

export const metrics: Group = {
  section: "Administration",
  name: "Metrics",
  description: "How many users a project has, how active they are, where they are, and how they sign in.",
  samples: {
    "query.include_anonymous": "false",
    total_users: 1_815,
    // The same user once more would be forty lines of the document.
    recently_active: [],
    daily_users: [{ date: "2026-01-01", activity: 12 }],
    daily_active_users: [{ date: "2026-01-01", activity: 240 }],
    users_by_country: { GB: 1_204, DE: 310 },
    login_methods: [
      { method: "password", count: 1_420 },
      { method: "google", count: 395 },
    ],
  },
  endpoints: { "GET /internal/metrics": {} },
};
