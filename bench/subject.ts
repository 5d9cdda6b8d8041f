import type { BenchRequest } from "./measure";
import type { RunningWorker, WorkerSource } from "./workerd";

/** Lists what is compared, in the order of the table. A subject leaves out what it has no request for. */
export const workloads = {
  health: "Empty route",
  read: "One keyed read",
  batch: "Batch of three reads",
  hash: "One password hash",
  me: "Own user",
  refresh: "Token refresh",
  signIn: "Password sign-in",
  teams: "Ten teams of a user",
  permission: "Permission check",
  list: "List of 100 users",
  search: "Search of users",
  refused: "Refused: wrong key, or no session",
  stranger: "Refused: no headers",
  invalid: "Schema error",
} as const;

export type Workload = keyof typeof workloads;

export type Requests = Partial<Record<Workload, () => BenchRequest>>;

/** One of what is measured side by side. */
export interface Subject {
  source: WorkerSource;
  /** Brings an empty database to its schema and makes the account that requests act as. */
  prepare(worker: RunningWorker): Promise<void>;
  /** SQL that adds users with password to its database; the first of them has the number 1. */
  seed(users: number): readonly string[];
  requests(worker: RunningWorker, users: number): Promise<Requests>;
}

/** Of every seeded user, whose address is `addressOf` their number. */
export const password = "correct horse battery staple";

export function addressOf(number: number): string {
  return `user${number}@example.com`;
}

/** The numbers of users in turn, spread over all of them, so that no row stays in a cache for being read again. */
export function spread(users: number): () => number {
  let turn = 0;
  return () => {
    turn += 1;
    return ((turn * 7919) % users) + 1;
  };
}

/** Numbers from 1 on, as the beginning of a statement that selects from `numbers`. */
export function numbersUpTo(first: number, last: number): string {
  return `WITH RECURSIVE numbers(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`;
}
