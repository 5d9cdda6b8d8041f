import type { Caller } from "../requests/caller";

/** What a project stores, and may, in the names of the API. */
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
      readonly settings: number;
    };
  };
}

/** @internal */
export function getUsage(caller: Caller<"admin">): Promise<Usage> {
  return caller.read("GET /internal/usage");
}
