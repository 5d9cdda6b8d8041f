/**
 * A step of the debt of a customer, which is what they have used of the grants that have not expired: the debt becomes
 * `max(debt + adds, atLeast)`. Steps that follow each other combine to one.
 */
export interface Step {
  at: number;
  adds: number;
  atLeast: number;
  /** Says when it is undone as if it had never been, for a use that ends. */
  until?: number;
}

/** All that is needed of the first changes of a ledger to compute every later quantity. */
export interface LedgerState {
  /** The sum of what was added and stays. */
  permanent: number;
  /** Lists what was added and expires later. */
  expiring: { amount: number; expiresAt: number }[];
  /** In order. */
  steps: Step[];
  /** Until then, what expired of purchases is part of the steps. */
  settledUntil: number;
  /** The sums of all positive and of all negative changes, for reports. */
  added: number;
  removed: number;
}
