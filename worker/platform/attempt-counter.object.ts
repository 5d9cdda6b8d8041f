import { DurableObject } from "cloudflare:workers";

/** How often something may be tried by or against one subject: so many times in any window of this length. */
export interface AttemptRule {
  /** Stored under it, so it never changes. */
  name: string;
  /** Counted for each source on its own. */
  limit: number;
  windowMillis: number;
  /**
   * So many of all sources together. Beyond, up to the ceiling, only a source has one, or whom it is made for, that has had fewer
   * than are kept: what some use up does not shut out the others.
   */
  together?: { limit: number; kept: number; ceiling: number };
  /** So many in a row without a success, over all sources and however long they take, lock the subject. */
  lockAfter?: number;
}

/** The attempt was counted at a moment, or it is one too many and may be made later. */
export type AttemptOutcome = { countedAt: number; isLocked: boolean } | { retryAfterMillis: number };

const days = 24 * 60 * 60 * 1000;

/** Failures of a subject that is left alone are forgotten, so that made-up subjects leave nothing behind for good. */
const forgetAfterMillis = 30 * days;

/** A lock costs the attacker as many requests as the rule says, and outlasts the patience to cause it again. */
const unlockAfterMillis = 365 * days;

interface Attempt {
  at: number;
  from: string;
  /** Whom it was made for, where that is not its source. */
  by?: string;
}

interface Counter {
  attempts: readonly Attempt[];
  attemptsUntil: number;
  inARow: number;
  inARowUntil: number;
  /** Until then it is not cleared again. */
  clearedUntil: number;
}

const empty: Counter = { attempts: [], attemptsUntil: 0, inARow: 0, inARowUntil: 0, clearedUntil: 0 };

/**
 * Counts the attempts of one subject under one rule, exactly: of however many at once, no more than the rule allows are
 * taken, because each is counted before it is made. It works on its storage alone, so eviction forgives nothing.
 */
export class AttemptCounter extends DurableObject<Env> {
  /**
   * @param from the source, such as a network, where the rule counts each on its own
   * @param by whom the source makes it for, such as a project
   */
  async take(rule: AttemptRule, from = "", by = from): Promise<AttemptOutcome> {
    const { limit, windowMillis, lockAfter, together } = rule;
    const now = Date.now();
    const counter = this.read(now);
    const recent = counter.attempts.filter(({ at }) => at > now - windowMillis);
    const before = oneInTheWay(recent, rule, { from, by });
    if (before) return { retryAfterMillis: before.at + windowMillis - now };
    const isLocked = lockAfter !== undefined && counter.inARow >= lockAfter;
    // A lock is left as it is: attempts on it count for the window only.
    const row = lockAfter === undefined || isLocked ? {} : longerRow(counter.inARow + 1, lockAfter, now);
    const taken = { at: now, from, ...(by !== from && { by }) };
    const attempts = [...recent, taken].slice(-Math.max(limit, lockAfter ?? 0, together?.ceiling ?? 0));
    await this.write(now, { ...counter, attempts, attemptsUntil: now + windowMillis, ...row });
    return { countedAt: now, isLocked };
  }

  /** Forgets an attempt that turned out not to count. */
  async giveBack(countedAt: number, from = ""): Promise<void> {
    const now = Date.now();
    const counter = this.read(now);
    await this.write(now, { ...counter, attempts: without(counter.attempts, countedAt, from) });
  }

  /** The attempt was right: it does not count, and it ends the row of failures. */
  async succeed(countedAt: number, from = ""): Promise<void> {
    const now = Date.now();
    const counter = this.read(now);
    await this.write(now, { ...counter, attempts: without(counter.attempts, countedAt, from), inARow: 0 });
  }

  /** Forgets everything, at most once in a while. */
  async clear({ atMostEveryMillis = 0 }: { atMostEveryMillis?: number } = {}): Promise<void> {
    const now = Date.now();
    const { inARow, attempts, clearedUntil } = this.read(now);
    if (clearedUntil > now || (inARow === 0 && attempts.length === 0)) return;
    await this.write(now, { ...empty, clearedUntil: now + atMostEveryMillis });
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.write(now, this.read(now));
  }

  /** What has not been forgotten by now. */
  private read(now: number): Counter {
    const { attempts, attemptsUntil, inARow, inARowUntil, clearedUntil } =
      this.ctx.storage.kv.get<Counter>("counter") ?? empty;
    return {
      attempts: attemptsUntil > now ? attempts : [],
      attemptsUntil,
      inARow: inARowUntil > now ? inARow : 0,
      inARowUntil,
      clearedUntil,
    };
  }

  private async write(now: number, counter: Counter): Promise<void> {
    const { attempts, attemptsUntil, inARow, inARowUntil, clearedUntil } = counter;
    const deadlines = [
      ...(attempts.length > 0 ? [attemptsUntil] : []),
      ...(inARow > 0 ? [inARowUntil] : []),
      clearedUntil,
    ].filter((deadline) => deadline > now);
    if (deadlines.length === 0) return this.ctx.storage.deleteAll();
    this.ctx.storage.kv.put("counter", counter);
    await this.ctx.storage.setAlarm(Math.min(...deadlines));
  }
}

/** The recent attempt that has to become old before another one is taken; undefined where one is. */
function oneInTheWay(
  recent: readonly Attempt[],
  { limit, together }: AttemptRule,
  { from, by }: { from: string; by: string },
): Attempt | undefined {
  const own = recent.filter((attempt) => attempt.from === from);
  if (own.length >= limit) return own.at(-limit);
  if (!together || recent.length < together.limit) return undefined;
  const { kept, ceiling } = together;
  const isKept = own.length < kept || recent.filter((attempt) => (attempt.by ?? attempt.from) === by).length < kept;
  if (!isKept) return recent.at(-together.limit);
  return recent.length < ceiling ? undefined : recent.at(-ceiling);
}

function without(attempts: Counter["attempts"], at: number, from: string): Counter["attempts"] {
  const index = attempts.findIndex((attempt) => attempt.at === at && attempt.from === from);
  return index === -1 ? attempts : attempts.toSpliced(index, 1);
}

function longerRow(inARow: number, lockAfter: number, now: number): Pick<Counter, "inARow" | "inARowUntil"> {
  return { inARow, inARowUntil: now + (inARow < lockAfter ? forgetAfterMillis : unlockAfterMillis) };
}
