/** Of a consumer's time that a project takes it may take one part in so many, beyond what it may take at once. */
const share = 5;

/** What a project may take at once, as that share of it would last: a second of the consumer's time. */
const burstMillis = share * 1_000;

/** How far apart those are that wait; where the one before failed after long, as far as its project rests. */
const gapMillis = 1_000;

/** How long a project rests after work that took long and failed. It doubles with each that follows. */
const firstRestMillis = 10_000;
const maxRestMillis = 5 * 60_000;

/** After so long the platform has ended the work of a message. */
const endedMillis = 30_000;

/** From how many projects on those are forgotten that nothing is held against. */
const maxRemembered = 1_000;

interface Line {
  /** Until when the consumer's time that the project has taken would last at its share, or until it has rested. */
  paidUntil: number;
  /** When the work began that has not ended. */
  begun: readonly number[];
  /** When the last one of those that wait has its turn. */
  end: number;
  /** How many have failed after long, one after the other. */
  failures: number;
}

/**
 * Turns of projects at the consumer of a queue that all of them share. What a project's own server makes take long adds up in one
 * line: so a project has one such work at a time, rests after one that failed, and otherwise takes its share of the time. Messages
 * that are not due go back to the queue, each for a turn of its own. An isolate remembers this for itself.
 */
export class ConsumerTurns {
  readonly #longMillis: number;
  readonly #lines = new Map<string, Line>();

  /** @param longMillis after which the messages after one no longer wait for it */
  constructor(longMillis: number) {
    this.#longMillis = longMillis;
  }

  /**
   * How many milliseconds a message has to wait for its turn; 0 where it is due.
   *
   * @param options.hasWaited whether it comes back for the turn that it was given
   * @param options.patienceMillis a turn that is later is not given
   */
  waitOf(
    projectId: string,
    now: number,
    { hasWaited, patienceMillis }: { hasWaited: boolean; patienceMillis: number },
  ): number {
    const line = this.#lines.get(projectId);
    if (!line) return 0;
    const restsUntil = Math.max(line.paidUntil - burstMillis, this.#isBusy(line, now) ? now : 0);
    if (restsUntil < now && (hasWaited || line.end <= now)) return 0;
    const gap = line.failures === 0 ? gapMillis : restAfter(line.failures);
    const turn = Math.max(line.end, restsUntil, now) + gap;
    if (turn - now <= patienceMillis) line.end = turn;
    return turn - now;
  }

  /**
   * Does work in the project's turn. It says whether it succeeded; undefined where there was nothing to do.
   *
   * @param clock the time in milliseconds
   */
  async run(projectId: string, work: () => Promise<boolean | undefined>, clock = Date.now): Promise<void> {
    const start = clock();
    const line = this.#lineOf(projectId, start);
    line.begun = [...line.begun, start];
    let isWell: boolean | undefined = false;
    try {
      isWell = await work();
    } finally {
      line.begun = line.begun.toSpliced(line.begun.indexOf(start), 1);
      const now = clock();
      const isLong = now - start >= this.#longMillis;
      line.paidUntil = Math.max(line.paidUntil, now) + share * Math.min(now - start, this.#longMillis);
      if (isWell) line.failures = 0;
      if (isLong && isWell === false) {
        line.failures += 1;
        line.paidUntil = Math.max(line.paidUntil, now + restAfter(line.failures) + burstMillis);
      }
    }
  }

  /** Whether the project has work that takes long. What began so long ago that the platform has ended it is none. */
  #isBusy({ begun }: Line, now: number): boolean {
    return begun.some((start) => now - start >= this.#longMillis && now - start < this.#longMillis + endedMillis);
  }

  #lineOf(projectId: string, now: number): Line {
    const known = this.#lines.get(projectId);
    if (known) return known;
    if (this.#lines.size >= maxRemembered) this.#forget(now);
    const line: Line = { paidUntil: 0, begun: [], end: 0, failures: 0 };
    this.#lines.set(projectId, line);
    return line;
  }

  #forget(now: number): void {
    for (const [projectId, line] of this.#lines) {
      const isRunning = line.begun.some((start) => now - start < this.#longMillis + endedMillis);
      if (!isRunning && Math.max(line.paidUntil, line.end) < now) this.#lines.delete(projectId);
    }
  }
}

function restAfter(failures: number): number {
  return Math.min(firstRestMillis * 2 ** (failures - 1), maxRestMillis);
}
