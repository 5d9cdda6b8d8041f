import type { Holding } from "./holdings";
import { type Change, emptyState, quantityAt } from "./quantity";

export const day = 24 * 60 * 60 * 1000;

/** Days since the start of the tests' time. */
export const at = (days: number) => Date.UTC(2026, 0, 1) + days * day;

export const change = (days: number, delta: number, expires: number | null = null): Change => ({
  delta,
  createdAt: at(days),
  expiresAt: expires === null ? null : at(expires),
});

export const holding = (changes: Partial<Holding>): Holding => ({
  amount: 10,
  pastAmount: 10,
  repeat: null,
  expires: "never",
  startedAt: at(0),
  periodEnd: null,
  endedAt: null,
  pauses: [],
  ...changes,
});

/** The quantity after those changes that are made by then, in whatever order they are given. */
export function quantity(days: number, changes: readonly Change[], holdings: readonly Holding[] = []): number {
  const until = changes.filter(({ createdAt }) => createdAt <= at(days)).toSorted((a, b) => a.createdAt - b.createdAt);
  return quantityAt(at(days), { state: emptyState, changes: until, holdings });
}

/** As it comes back from where it is stored. */
export const stored = <T>(state: T): T => JSON.parse(JSON.stringify(state));
