/** Of a consumer's time that a project takes it may take one part in so many, beyond what it may take at once. */
const share = 5;

/** What a project may take at once, as that share of it would last: a second of the consumer's time. */
const burstMillis = share * 1_000;

/** How far apart those are that wait; where the one before failed after long, as far as its project rests. */
const gapMillis = 1_000;

/** The first rest after work that took long and failed. It doubles with each that follows. */
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

/** Who has requested what a message asks for. */
interface Requested {
  projectId: string;
  /** The site that it came from; none where limits are off. */
  site?: string | undefined;
}

interface Patience {
  hasWaited: boolean;
  patienceMillis: number;
}

/** The line of the project, and that of the site within it. */
function namesOf({ projectId, site }: Requested): string[] {
  return site === undefined ? [projectId] : [projectId, `${projectId} ${site}`];
}

/**
 * Turns of projects at the consumer of a queue that all of them share. What a project's own server makes take long adds up in one
 * line: so a project has one such work at a time, rests after one that failed, and otherwise takes its share of the time. Each
 * site has a line like it within each project, so that nobody waits for what a stranger elsewhere requests. Messages that are not due go
 * back to the queue, each for a turn of its own. An isolate remembers this for itself.
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
  waitOf(of: Requested, now: number, patience: Patience): number {
    return Math.max(...namesOf(of).map((name) => this.#waitIn(name, now, patience)));
  }

  #waitIn(name: string, now: number, { hasWaited, patienceMillis }: Patience): number {
    const line = this.#lines.get(name);
    if (!line) return 0;
    const restsUntil = Math.max(line.paidUntil - burstMillis, this.#isBusy(line, now) ? now : 0);
    if (restsUntil < now && (hasWaited || line.end <= now)) return 0;
    const gap = line.failures === 0 ? gapMillis : restAfter(line.failures);
    const turn = Math.max(line.end, restsUntil, now) + gap;
    if (turn - now <= patienceMillis) line.end = turn;
    return turn - now;
  }

  /**
   * Does work in the turn of who has requested it.
   *
   * @param work says whether what the project's own server had to do succeeded; undefined where it had nothing to do, which is held
   *   against the site alone: strangers use up nothing of the project by it
   * @param clock the time in milliseconds
   */
  async run(of: Requested, work: () => Promise<boolean | undefined>, clock = Date.now): Promise<void> {
    const start = clock();
    const [project, ...sites] = namesOf(of).map((name) => this.#lineOf(name, start)) as [Line, ...Line[]];
    for (const line of [project, ...sites]) line.begun = [...line.begun, start];
    let isWell: boolean | undefined = false;
    try {
      isWell = await work();
    } finally {
      const now = clock();
      for (const line of [project, ...sites]) line.begun = line.begun.toSpliced(line.begun.indexOf(start), 1);
      for (const line of sites) this.#charge(line, { start, now, isWell: true });
      if (isWell !== undefined) this.#charge(project, { start, now, isWell });
    }
  }

  #charge(line: Line, { start, now, isWell }: { start: number; now: number; isWell: boolean }): void {
    line.paidUntil = Math.max(line.paidUntil, now) + share * Math.min(now - start, this.#longMillis);
    if (isWell) {
      line.failures = 0;
    } else if (now - start >= this.#longMillis) {
      line.failures += 1;
      line.paidUntil = Math.max(line.paidUntil, now + restAfter(line.failures) + burstMillis);
    }
  }

  /** Whether the project has work that takes long. What began so long ago that the platform has ended it is none. */
  #isBusy({ begun }: Line, now: number): boolean {
    return begun.some((start) => now - start >= this.#longMillis && now - start < this.#longMillis + endedMillis);
  }

  #lineOf(name: string, now: number): Line {
    const known = this.#lines.get(name);
    if (known) return known;
    if (this.#lines.size >= maxRemembered) this.#forget(now);
    const line: Line = { paidUntil: 0, begun: [], end: 0, failures: 0 };
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

/** How long a project rests that has failed so often, one time after the other. */
export function restAfter(failures: number): number {
  return Math.min(firstRestMillis * 2 ** (failures - 1), maxRestMillis);
}
