import type { SourceFile } from "./rendering-error";

/** Limits what one email may cost: passes of loops, calls, elements, and characters in thousands. */
const emailBudget = 1_000_000;

/** Characters of one text. Email programs cut emails that are a fifth of it. */
export const maxTextLength = 500_000;

/** Limits how deep the calls of a source may be nested. A stack that runs over is slow, and `finally` can make it do so for ever. */
const deepestCall = 500;

/** Calls of async functions for one email. React calls a component anew for each promise of it inside `Tailwind`, without end. */
const maxAsyncCalls = 10_000;

/** Thrown at the line that went over the budget. */
export class BudgetError extends Error {}

/** Is a place in a source. */
export interface Place {
  file: SourceFile;
  line: number;
}

/**
 * Holds what is left for one email. Once it is spent every further step of the sources throws, so that catching the error does not
 * go on for long.
 */
export class Budget {
  #left = emailBudget;
  #depth = 0;
  #asyncCalls = 0;
  /** Set when the budget is spent, whatever a source did with the error. */
  spent: { error: BudgetError; place: Place | undefined } | undefined;
  /** Keeps what was charged last, for errors that name no line. */
  place: Place | undefined;
  /** The regular expressions that the sources of the email have made. */
  readonly patterns = new Set<string>();

  /** Returns what the email has been charged so far, in microseconds of what it takes. */
  get charged(): number {
    return emailBudget - this.#left;
  }

  /** @throws BudgetError when nothing is left */
  charge(cost = 1): void {
    this.#left -= cost;
    if (!(this.#left >= 0)) {
      this.refuse("The source takes too long: it loops or calls itself without end, or makes too much.");
    }
  }

  /** Refuses one step that cannot be stopped and may cost as much. @throws BudgetError with the message when less is left */
  check(cost: number, message: string): void {
    if (!(cost <= this.#left)) this.refuse(message);
  }

  /** Charges for one step that cannot be stopped. @throws BudgetError with the message when it costs more than what is left */
  chargeOr(cost: number, message: string): void {
    this.check(cost, message);
    this.charge(cost);
  }

  /** @throws BudgetError when calls are nested too deeply */
  enter(): void {
    if (this.#depth >= deepestCall) this.refuse("The source calls itself without end.");
    this.charge(2);
    // Last, since `leave` is not called for a call that was refused.
    this.#depth += 1;
  }

  /** @throws BudgetError when async functions are called without end */
  enterAsync(): void {
    this.#asyncCalls += 1;
    if (this.#asyncCalls > maxAsyncCalls) {
      this.refuse("An async function is called without end. A component must not be async: take async and await away.");
    }
    this.charge();
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** @throws BudgetError for a text that no email can have */
  checkText(characters: number): void {
    if (characters > maxTextLength) this.refuse("The source makes a text that is too long for an email.");
    this.charge(characters / 1_000);
  }

  refuse(message: string): never {
    this.#left = -1;
    this.spent ??= { error: new BudgetError(message), place: this.place };
    throw this.spent.error;
  }
}
