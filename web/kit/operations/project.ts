import { tableOf } from "../rows/operation";

/** A number for a day in UTC. */
interface DailyCount {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly activity: number;
}

interface RecentUser {
  readonly id: string;
  readonly display_name: string | null;
  readonly primary_email: string | null;
  readonly profile_image_url: string | null;
  readonly signed_up_at_millis: number;
  readonly last_active_at_millis: number;
  readonly is_anonymous: boolean;
}

/** Tells how many users a project has, how active they are, from where and how they sign in, in the names of the API. */
export interface Metrics {
  readonly total_users: number;
  /** Counts those who signed up, on each of the last 31 days. */
  readonly daily_users: readonly DailyCount[];
  readonly daily_active_users: readonly DailyCount[];
  /** By the code of the country; users of whom none is known are left out. */
  readonly users_by_country: { readonly [country: string]: number };
  /** At most five, the newest first. */
  readonly recently_registered: readonly RecentUser[];
  /** At most five, the latest first. */
  readonly recently_active: readonly RecentUser[];
  /** `method` is the id of a provider, `password`, `passkey`, `otp` or `other`. */
  readonly login_methods: readonly { readonly method: string; readonly count: number }[];
  /** Those whom an emailed code signs in, also who never chose codes and has a verified address for sign-in. */
  readonly code_users: number;
  /** Those who have no sign-in method, anonymous users aside. */
  readonly users_without_method: number;
}

export interface MetricsOptions {
  /** Counts anonymous users too, except among the ways to sign in. */
  readonly includeAnonymous?: boolean;
}

/** Says what a project may have in a window of time, which begins when it takes the first. */
export interface UsageShare {
  /** Seconds of processor time for costly imported hashes, emails rendered from sources, or emails by the instance's own server. */
  readonly id: "hash_seconds" | "renderings" | "emails";
  readonly used: number;
  readonly limit: number;
  /** Counts how often more was asked for in the window, and refused. */
  readonly refused: number;
  readonly window_seconds: number;
  /** Says when the window ends; null while nothing is taken. */
  readonly resets_at_millis: number | null;
}

/** Says what a project stores and uses, and may, in the names of the API. */
export interface Usage {
  readonly storage: {
    readonly used_bytes: number;
    readonly max_bytes: number;
    readonly used_rows: number;
    readonly max_rows: number;
    /** The larger of both shares, rounded down. From 100 on, what would store more is refused. */
    readonly used_percent: number;
    readonly bytes_by_kind: {
      readonly users: number;
      readonly sign_ins: number;
      readonly teams: number;
      readonly emails: number;
      readonly webhooks: number;
      readonly payments: number;
      readonly audit_log: number;
      readonly data_vault: number;
      readonly settings: number;
    };
  };
  /** Images have a quota of their own. Once it is used up, images are refused and nothing else is. */
  readonly images: { readonly used_bytes: number; readonly max_bytes: number; readonly used_percent: number };
  /** Is true if the instance counts what is taken of the shares: it does not where its rate limits are off, as in development. */
  readonly are_shares_counted: boolean;
  /** Is true if the instance takes payments: its operator has configured Stripe. */
  readonly takes_payments: boolean;
  readonly shares: readonly UsageShare[];
}

/** The reads of an admin app about its project as a whole. */
export const projectReads = /* @__PURE__ */ tableOf("admin", ({ read }) => ({
  /** Returns how many users the project has, how active they are, from where and how they sign in. */
  getMetrics: read(
    "GET /internal/metrics",
    (options: MetricsOptions = {}) => ({ query: { include_anonymous: options.includeAnonymous || undefined } }),
    (metrics): Metrics => metrics,
    "metrics",
  ),

  /** Returns what the project stores, and what it may. */
  getUsage: read(
    "GET /internal/usage",
    () => ({}),
    (usage): Usage => usage,
  ),

  /** A token for a client of Svix, with which the project's webhooks are administered. */
  getSvixToken: read(
    "POST /webhooks/svix-token",
    () => ({ body: {} }),
    ({ token }) => token,
    "webhooks",
  ),
}));

export type ProjectReads = typeof projectReads;
