import type { Group } from "./entry";
import { ids } from "./samples";

export const metrics: Group = {
  section: "Administration",
  name: "Metrics",
  description: "How many users a project has, how active they are, where they are, and how they sign in.",
  fields: {
    total_users: "How many users the project has.",
    daily_users: "How many of them signed up on each of the last 31 days, today included. Days are those of UTC.",
    daily_active_users: "How many users got an access token on each of these days, by a sign-in or a refresh.",
    date: "The day, as `YYYY-MM-DD`.",
    activity: "How many users.",
    users_by_country:
      "How many users there are by the country of their latest activity, as far as the edge knows it, by ISO 3166-1 codes.",
    recently_registered: "The five users who signed up last, newest first.",
    recently_active: "The five users who were active last, latest first.",
    login_methods:
      "How many users have each sign-in method, most used first; anonymous users are always included. A user who signs in by two accounts of a provider is counted twice.",
    method: "`password`, `otp`, `passkey`, or the provider's id in the project's configuration.",
    count: "How many there are.",
    "recently_registered.id": "The user's id, a UUID.",
    "recently_active.id": "The user's id, a UUID.",
    "query.include_anonymous": "`true` to count anonymous users, too. `false` when absent.",
  },
  samples: {
    "query.include_anonymous": "false",
    "recently_registered.id": ids.user,
    "recently_active.id": ids.user,
    total_users: 1_815,
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
