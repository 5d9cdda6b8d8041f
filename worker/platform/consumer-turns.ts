/** Of a consumer's time a line may take one part in so many, beyond what it may take at once. */
const share = 5;

/** Limits what a line may take at once, as that share of it would last: a second of the consumer's time. */
const burstMillis = share * 1_000;

/** Sets how far apart those that wait have their turns; where the one before failed after long, as far as its line rests. */
const gapMillis = 1_000;

/** The first rest after work that took long and failed. It doubles with each that follows. */
const firstRestMillis = 10_000;
const maxRestMillis = 5 * 60_000;

/** After so long the platform has ended the work of a message. */
const endedMillis = 30_000;

/** Sets from how many lines on those are forgotten that nothing is held against. */
const maxRemembered = 1_000;

interface Line {
  /** Is the time until which what was taken of the consumer's time would last at the line's share, or until it has rested. */
  paidUntil: number;
  /** Counts for how many milliseconds the last one has paid so. */
  paid: number;
  /** Lists when each work began that has not ended. */
  begun: readonly number[];
  /** Is the time at which the last one of those that wait has its turn. */
  end: number;
  /** Counts how many have failed after long, one after the other. */
  failures: number;
}

interface Patience {
  hasWaited: boolean;
  patienceMillis: number;
}

/**
 * Gives turns at the consumer of a queue that many share. The work of a line adds up. A line therefore has one work at a time that
 * takes long, and rests after one that failed. Otherwise it takes its share of the time. Messages that are not due go back to the
 * queue, each for a turn of its own. An isolate remembers this for itself.
 */
export class ConsumerTurns {
  readonly #longMillis: number;
  readonly #maxWhole: number;
  readonly #lines = new Map<string, Line>();

  /**
   * @param longMillis after which the messages after one no longer wait for it
   * @param options.maxWhole how many lines have a whole share; where more are active, all divide so many shares among them
   */
  constructor(longMillis: number, { maxWhole }: { maxWhole: number }) {
    this.#longMillis = longMillis;
    this.#maxWhole = maxWhole;
  }

  /**
   * Returns how many milliseconds a message has to wait for its turn in a line; 0 where it is due.
   *
   * @param options.hasWaited whether it comes back for the turn that it was given
   * @param options.patienceMillis a turn that is later is not given
   */
  waitOf(name: string, now: number, { hasWaited, patienceMillis }: Patience): number {
    const line = this.#lines.get(name);
    if (!line) return 0;
    const restsUntil = Math.max(line.paidUntil - burstMillis, this.#isBusy(line, now) ? now : 0);
    if (restsUntil < now && (hasWaited || line.end <= now)) return 0;
    const gap = line.failures === 0 ? gapMillis : restAfter(line.failures);
    const turn = Math.max(line.end + Math.max(line.paid, gap), restsUntil + gap, now + gap);
    if (turn - now <= patienceMillis) line.end = turn;
    return turn - now;
  }

  /** Has a line rest until a time. */
  hold(name: string, now: number, until: number): void {
    const line = this.#lineOf(name, now);
    line.paidUntil = Math.max(line.paidUntil, until + burstMillis);
  }

  /**
   * Does work in the turn of a line.
   *
   * @param start since when the consumer has been at the message
   * @param work says whether it succeeded
   * @param clock the time in milliseconds
   */
  async run(name: string, start: number, work: () => Promise<boolean>, clock = Date.now): Promise<void> {
    const line = this.#lineOf(name, start);
    line.begun = [...line.begun, start];
    // What throws is a fault of the instance, which no line rests for.
    let isWell = true;
    try {
      isWell = await work();
    } finally {
      line.begun = line.begun.toSpliced(line.begun.indexOf(start), 1);
      this.#charge(line, { start, now: clock(), isWell });
    }
  }

  #charge(line: Line, { start, now, isWell }: { start: number; now: number; isWell: boolean }): void {
    line.paid = share * Math.min(now - start, this.#longMillis) * this.#divisor(line, now);
    line.paidUntil = Math.max(line.paidUntil, now) + line.paid;
    if (isWell) {
      line.failures = 0;
    } else if (now - start >= this.#longMillis) {
      line.failures += 1;
      line.paidUntil = Math.max(line.paidUntil, now + restAfter(line.failures) + burstMillis);
    }
  }

  /** Returns into how many parts a share is divided: those who make up lines by the hundred have no more of the time together. */
  #divisor(line: Line, now: number): number {
    const active = [...this.#lines.values()].filter((one) => one === line || Math.max(one.paidUntil, one.end) > now);
    return Math.max(1, active.length / this.#maxWhole);
  }

  /** Tells whether the line has work that takes long. What began so long ago that the platform has ended it is none. */
  #isBusy({ begun }: Line, now: number): boolean {
    return begun.some((start) => now - start >= this.#longMillis && now - start < this.#longMillis + endedMillis);
  }

  #lineOf(name: string, now: number): Line {
    const known = this.#lines.get(name);
    if (known) return known;
    if (this.#lines.size >= maxRemembered) this.#forget(now);
    const line: Line = { paidUntil: 0, paid: 0, begun: [], end: 0, failures: 0 };
    this.#lines.set(name, line);
    return line;
  }

  #forget(now: number): void {
    for (const [name, line] of this.#lines) {
      const isRunning = line.begun.some((start) => now - start < this.#longMillis + endedMillis);
      if (!isRunning && Math.max(line.paidUntil, line.end) < now) this.#lines.delete(name);
    }
  }
}

/** Returns how long a project rests that has failed so often, one time after the other. */
export function restAfter(failures: number): number {
  return Math.min(firstRestMillis * 2 ** (failures - 1), maxRestMillis);
}
