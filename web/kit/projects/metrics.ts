import type { Caller } from "../requests/caller";

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
}

export interface MetricsOptions {
  /** Counts anonymous users too, except among the ways to sign in. */
  readonly includeAnonymous?: boolean;
}

/** @internal */
export function getMetrics(caller: Caller<"admin">, { includeAnonymous }: MetricsOptions): Promise<Metrics> {
  return caller.read("GET /internal/metrics", { query: { include_anonymous: includeAnonymous || undefined } });
}
