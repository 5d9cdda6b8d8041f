import type { Caller } from "../requests/caller";

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
  readonly shares: readonly UsageShare[];
}

/** @internal */
export function getUsage(caller: Caller<"admin">): Promise<Usage> {
  return caller.read("GET /internal/usage");
}
