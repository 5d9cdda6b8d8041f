import type { LedgerState, Step } from "../../../db/payments/items/ledger-state";
import { expiriesOf, type Holding, liveAmount } from "./holdings";

/** One change of an item's quantity. */
export interface Change {
  delta: number;
  createdAt: number;
  /** Null for one that stays. */
  expiresAt: number | null;
}

/** All that a quantity is computed from. */
export interface Ledger {
  /** Holds what the changes before these have left behind. */
  state: LedgerState;
  /** In the order in which they were made. */
  changes: readonly Change[];
  holdings: readonly Holding[];
}

/** Before the first change. */
export const emptyState: LedgerState = {
  permanent: 0,
  expiring: [],
  steps: [],
  settledUntil: 0,
  added: 0,
  removed: 0,
};

/**
 * What expired of purchases longer ago is settled with the next checkpoint: what is learned of a purchase later does not
 * change it any more.
 */
const settling = 40 * 24 * 60 * 60 * 1000;

/**
 * Returns the quantity of an item at a time, which may be negative. It is the sum of all grants that have not expired, less the debt. A use
 * adds to the debt. A grant that expires takes from the debt as much as it brought, and never more than there is. So what expires is used
 * first, and only what was not used is lost. A use that expires is undone. A quantity beyond the safe integers becomes the nearest of them.
 *
 * @param now not before the last change
 */
export function quantityAt(now: number, ledger: Ledger): number {
  const { state, changes, holdings } = ledger;
  const live = [
    state.permanent,
    ...state.expiring.filter(({ expiresAt }) => expiresAt > now).map(({ amount }) => amount),
    ...changes.filter(isGrant).map(({ delta, expiresAt }) => (expiresAt === null || expiresAt > now ? delta : 0)),
    ...holdings.map((holding) => liveAmount(holding, now)),
  ];
  const steps = stepsUntil(now + 1, ledger).filter(({ until }) => until === undefined || until > now);
  return exact(sum(live) - debtAfter(inOrder([...steps, ...expiriesOfHoldings(ledger, steps, now)])));
}

/** The state after all changes of a ledger. Every later quantity is the same with it as with the changes. */
export function stateAfter(ledger: Ledger): LedgerState {
  const { state, changes } = ledger;
  const at = changes.at(-1)?.createdAt ?? state.settledUntil;
  const settledUntil = Math.max(state.settledUntil, at - settling);
  // What expires at the time of the last change comes after further uses at that time.
  const steps = stepsUntil(at, ledger).filter(({ until }) => until === undefined || until > at);
  const expired = expiriesOfHoldings(ledger, steps, at);
  const settled = expired.filter((step) => step.at <= settledUntil);
  const grants = changes.filter(isGrant);
  return {
    permanent: state.permanent + sum(grants.filter(({ expiresAt }) => expiresAt === null).map(({ delta }) => delta)),
    expiring: [...state.expiring, ...grants.flatMap(toExpiring)].filter(({ expiresAt }) => expiresAt >= at),
    steps: combined(
      inOrder([...steps, ...settled]),
      expired.filter((step) => step.at > settledUntil),
    ),
    settledUntil,
    added: state.added + sum(changes.map(({ delta }) => Math.max(delta, 0))),
    removed: state.removed - sum(changes.map(({ delta }) => Math.min(delta, 0))),
  };
}

/** The uses, and what expired of changes before a time. */
function stepsUntil(time: number, { state, changes }: Ledger): Step[] {
  const uses = changes.filter(({ delta }) => delta < 0).map(toUse);
  const grants = [...state.expiring, ...changes.filter(isGrant).flatMap(toExpiring)];
  const expired = grants
    .filter(({ expiresAt }) => expiresAt < time)
    .map(({ amount, expiresAt }) => toExpiry(expiresAt, amount));
  return inOrder([...state.steps, ...uses, ...expired]);
}

/** Returns what expired of purchases, as far as no state has it. Before the first use there is no debt that it could take from. */
function expiriesOfHoldings({ state, holdings }: Ledger, steps: readonly Step[], until: number): Step[] {
  const [first] = steps;
  if (!first) return [];
  const after = Math.max(state.settledUntil, state.steps.length > 0 ? 0 : first.at - 1);
  return holdings.flatMap((holding) =>
    expiriesOf(holding, { after, until }).map(({ at, amount }) => toExpiry(at, amount)),
  );
}

/** A grant that was over when it was made is none. */
function isGrant({ delta, createdAt, expiresAt }: Change): boolean {
  return delta > 0 && (expiresAt === null || expiresAt > createdAt);
}

function toExpiring({ delta, expiresAt }: Change) {
  return expiresAt === null ? [] : [{ amount: delta, expiresAt }];
}

function toUse({ delta, createdAt, expiresAt }: Change): Step {
  return { at: createdAt, adds: -delta, atLeast: 0, ...(expiresAt !== null && { until: expiresAt }) };
}

function toExpiry(at: number, amount: number): Step {
  return { at, adds: -amount, atLeast: 0 };
}

/** By time. Those of one time keep their order: what a state has, then uses, then what expires. */
function inOrder(steps: readonly Step[]): Step[] {
  return steps.toSorted((one, other) => one.at - other.at);
}

function debtAfter(steps: readonly Step[]): number {
  return steps.reduce((debt, { adds, atLeast }) => Math.max(debt + adds, atLeast), 0);
}

/** Fewer steps in place of many. Those that may be undone stay, and nothing is combined across what is not settled. */
function combined(steps: readonly Step[], unsettled: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    const isApart =
      !last ||
      last.until !== undefined ||
      step.until !== undefined ||
      unsettled.some(({ at }) => last.at <= at && at < step.at);
    if (isApart) result.push(step);
    else result[result.length - 1] = followedBy(last, step);
  }
  return result;
}

function followedBy(one: Step, other: Step): Step {
  return {
    at: other.at,
    adds: one.adds + other.adds,
    atLeast: Math.max(one.atLeast + other.adds, other.atLeast),
  };
}

/** Infinitely much less infinitely much is nothing. */
function exact(quantity: number): number {
  return Math.min(Math.max(quantity || 0, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
