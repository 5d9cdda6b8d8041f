import { DurableObject } from "cloudflare:workers";
import { readSettings } from "./env";
import { keyedHashes } from "./server-secret";
import { openWindow, takeOfWindow, type WindowShare } from "./shares";

/** Limits how often something may be tried by or against one subject: so many times in any window of this length. */
export interface AttemptRule {
  /** Stored under it, so it never changes. */
  name: string;
  /** Counted for each source on its own; none where another rule has one. */
  limit?: number;
  windowMillis: number;
  /**
   * All sources together may make `limit` attempts. Beyond that, up to the ceiling, one is taken only if its source, or whom it is made
   * for, has had fewer than `kept`. What some use up does not shut out the others.
   */
  together?: { limit: number; kept: number; ceiling: number };
  /**
   * So many in a row without a success, however long they take, lock the subject for all sources that have never succeeded. A source that
   * has is counted, and locked, on its own: what others do does not lock it.
   */
  lockAfter?: number;
}

/** The attempt was counted at a moment, or it is one too many and may be made later. */
type AttemptOutcome = CountedAttempt | { retryAfterMillis: number };

interface CountedAttempt {
  countedAt: number;
  isLocked: boolean;
  /** It is the one that locks the subject, unless it succeeds. */
  locks: boolean;
  /** Its source has succeeded before. */
  isKnown: boolean;
}

const days = 24 * 60 * 60 * 1000;

/**
 * Failures of a subject that is left alone are forgotten, so that made-up subjects leave nothing behind for good. That takes a day for
 * each failure, and at most this many days. Who waits for that gets no more attempts than by making all at once.
 */
const forgetAfterDays = 30;

/** A lock costs the attacker as many requests as the rule says, and outlasts the patience to cause it again. */
const unlockAfterMillis = 365 * days;

interface Attempt {
  at: number;
  from: string;
  /** Names whom it was made for, where that is not its source. */
  by?: string;
}

/** A source that has succeeded, or a device that its owner has and that has failed since its last success. */
interface KnownSource {
  /** A keyed hash of it: it is kept for long. */
  mark: string;
  isDevice?: true;
  inARow: number;
  until: number;
}

/** As many as one person signs in from, and as many devices again. */
const maxKnownSources = 8;

/** Longer than a session, so that who signs in again when theirs has ended is known still. */
const knownForMillis = 400 * days;

/** The most attempts of a window that are kept of all sources that are counted on their own, where no lock ends them earlier. */
const maxKeptAttempts = 500;

export interface Failures {
  inARow: number;
  /** In milliseconds since 1970; null where nothing is locked. */
  lockedUntil: number | null;
  /** In milliseconds since 1970; null where no source is refused. */
  refusedUntil: number | null;
}

interface Counter {
  attempts: readonly Attempt[];
  attemptsUntil: number;
  inARow: number;
  inARowUntil: number;
  /** Until then it is not cleared again. */
  clearedUntil: number;
  /** The latest first. */
  known: readonly KnownSource[];
}

const empty: Counter = { attempts: [], attemptsUntil: 0, inARow: 0, inARowUntil: 0, clearedUntil: 0, known: [] };

/**
 * Counts the attempts of one subject under one rule, exactly. Of however many at once, no more than the rule allows are taken, because
 * each is counted before it is made. It works on its storage alone, so eviction forgives nothing.
 */
export class AttemptCounter extends DurableObject<Env> {
  /**
   * @param from the source, such as a network, where the rule counts each on its own
   * @param by whom the source makes it for, such as a project
   */
  async take(rule: AttemptRule, from = "", by = from): Promise<AttemptOutcome> {
    const marks: readonly string[] = rule.lockAfter === undefined ? [] : await this.marksOf(from);
    const now = Date.now();
    const counter = this.read(now);
    const known = counter.known.find(({ mark }) => marks.includes(mark));
    return this.count(rule, { from, by }, { now, counter, known });
  }

  /**
   * The same for a device with which the owner has succeeded, which the caller has found out: it is known without being kept. Beyond as many
   * as are kept it counts as locked, so that nobody ends the row of one by failures of others.
   */
  async takeOfDevice(rule: AttemptRule, device: string): Promise<AttemptOutcome> {
    const from = sourceOfDevice(device);
    const marks = await this.marksOf(from);
    const now = Date.now();
    const counter = this.read(now);
    const isFull = counter.known.filter(({ isDevice }) => isDevice).length >= maxKnownSources;
    const known = counter.known.find(({ mark }) => marks.includes(mark)) ?? {
      mark: marks[0],
      isDevice: true,
      inARow: isFull ? Number.POSITIVE_INFINITY : 0,
      until: now + knownForMillis,
    };
    return this.count(rule, { from, by: from }, { now, counter, known });
  }

  private async count(
    rule: AttemptRule,
    { from, by }: { from: string; by: string },
    { now, counter, known }: { now: number; counter: Counter; known: KnownSource | undefined },
  ): Promise<AttemptOutcome> {
    const { limit, windowMillis, lockAfter, together } = rule;
    const recent = counter.attempts.filter(({ at }) => at > now - windowMillis);
    const before = oneInTheWay(recent, rule, { from, by });
    if (before) return { retryAfterMillis: before.at + windowMillis - now };
    const { inARow } = known ?? counter;
    const isLocked = lockAfter !== undefined && inARow >= lockAfter;
    // A lock is left as it is: attempts on it count for the window only.
    const row = lockAfter === undefined || isLocked ? {} : longerRow(counter, known, lockAfter, now);
    const taken = { at: now, from, ...(by !== from && { by }) };
    // Each source is counted on its own, so that those of one do not push out those of another.
    const ofSources = lockAfter ?? (limit === undefined ? 0 : maxKeptAttempts);
    const kept = Math.max(limit ?? 0, ofSources, together?.ceiling ?? 0);
    const attempts = [...recent, taken].slice(-kept);
    await this.write(now, { ...counter, attempts, attemptsUntil: now + windowMillis, ...row });
    return { countedAt: now, isLocked, locks: !isLocked && inARow + 1 === lockAfter, isKnown: known !== undefined };
  }

  /**
   * Counts one more of what may be too many to keep, in an object that counts nothing else. Worth keeping are the first of a window, then each that
   * doubles their number.
   *
   * @returns for how many it stands if it is kept; 0 if it is not
   */
  async sample({ first, windowMillis }: { first: number; windowMillis: number }): Promise<number> {
    const now = Date.now();
    const stored = this.ctx.storage.kv.get<{ since: number; count: number }>("sample");
    const since = stored && stored.since > now - windowMillis ? stored.since : now;
    const count = (stored && since === stored.since ? stored.count : 0) + 1;
    this.ctx.storage.kv.put("sample", { since, count });
    await this.ctx.storage.setAlarm(since + windowMillis);
    if (count <= first) return 1;
    return Number.isInteger(Math.log2(count / first)) ? count / 2 : 0;
  }

  /** Takes of a project's share, as `takeOfWindow` does, in an object that counts nothing else. */
  async takeShare(amount: number, options: WindowShare): Promise<{ used: number; retryAfterMillis?: number }> {
    const isFirst = this.share().until === null;
    const taken = takeOfWindow(this.ctx.storage.kv, amount, options);
    if (isFirst) await this.ctx.storage.setAlarm(Date.now() + options.windowMillis);
    return taken;
  }

  share() {
    return openWindow(this.ctx.storage.kv);
  }

  /**
   * Returns how many wrong attempts in a row there are of sources that have never succeeded, and until when they lock the subject for
   * those. It also returns until when sources are refused. A source is refused that has made all of its own attempts. From
   * `together.limit` on, every source is refused but those that have made fewer than are kept.
   */
  failures({ limit, windowMillis, lockAfter = Number.POSITIVE_INFINITY, together }: AttemptRule): Failures {
    const now = Date.now();
    const { attempts, inARow, inARowUntil } = this.read(now);
    const recent = attempts.filter(({ at }) => at > now - windowMillis);
    const bySource = [...Map.groupBy(recent, ({ from }) => from).values()];
    const ofSources = limit === undefined ? [] : bySource.flatMap((own) => own.at(-limit) ?? []);
    const ofAll = together ? (recent.at(-together.limit) ?? []) : [];
    const ends = [...ofSources, ofAll].flat().map(({ at }) => at + windowMillis);
    const lockedUntil = inARow >= lockAfter ? inARowUntil : null;
    return { inARow, lockedUntil, refusedUntil: ends.length === 0 ? null : Math.max(...ends) };
  }

  /** Forgets an attempt that turned out not to count. */
  async giveBack(countedAt: number, from = ""): Promise<void> {
    const now = Date.now();
    const counter = this.read(now);
    await this.write(now, { ...counter, attempts: without(counter.attempts, countedAt, from) });
  }

  /**
   * The attempt was never checked: it does not count, and is none of a row of failures.
   *
   * @param device as for `succeed`
   */
  async withdraw(countedAt: number, from = "", device?: string): Promise<void> {
    const source = device === undefined ? from : sourceOfDevice(device);
    const marks: readonly string[] = await this.marksOf(source);
    const now = Date.now();
    const counter = this.read(now);
    const attempts = without(counter.attempts, countedAt, source);
    // What has been forgotten since counts no more.
    if (attempts === counter.attempts) return;
    const less = (inARow: number) => Math.max(0, inARow - 1);
    const known = counter.known.map((each) =>
      marks.includes(each.mark) ? { ...each, inARow: less(each.inARow) } : each,
    );
    const isKnown = known.some(({ mark }) => marks.includes(mark));
    await this.write(now, { ...counter, attempts, known, inARow: isKnown ? counter.inARow : less(counter.inARow) });
  }

  /**
   * The attempt was right: it does not count, and it ends the row of failures.
   *
   * @param device that it was counted for, if it was not for `from`
   * @param isComplete whether its source is known from then on
   */
  async succeed(countedAt: number, from = "", device?: string, isComplete = true): Promise<void> {
    const marks = await this.marksOf(from);
    const source = device === undefined ? from : sourceOfDevice(device);
    const ended = device === undefined ? marks : await this.marksOf(source);
    const now = Date.now();
    const counter = this.read(now);
    const attempts = without(counter.attempts, countedAt, source);
    const known = counter.known.flatMap((each) => {
      if (!ended.includes(each.mark)) return each;
      return each.isDevice ? [] : { ...each, inARow: 0 };
    });
    await this.write(now, {
      ...counter,
      attempts,
      inARow: 0,
      known: isComplete ? withKnown(known, marks, now) : known,
    });
  }

  /** Takes a source for known, whose owner has succeeded in another way. */
  async remember(from: string): Promise<void> {
    const marks = await this.marksOf(from);
    const now = Date.now();
    const counter = this.read(now);
    await this.write(now, { ...counter, known: withKnown(counter.known, marks, now) });
  }

  async knows(from: string): Promise<boolean> {
    const marks = await this.marksOf(from);
    return this.read(Date.now()).known.some(({ mark }) => marks.includes(mark));
  }

  /** Forgets all attempts, at most once in a while; where the subject has become another's, known sources too. */
  async clear({
    minIntervalMillis = 0,
    forgetsKnown = false,
  }: {
    minIntervalMillis?: number;
    forgetsKnown?: boolean;
  } = {}): Promise<void> {
    const now = Date.now();
    const { inARow, attempts, clearedUntil, known } = this.read(now);
    const isClear = attempts.length === 0 && [{ inARow }, ...known].every((each) => each.inARow === 0);
    if (clearedUntil > now || (isClear && !forgetsKnown)) return;
    const kept = forgetsKnown ? [] : known;
    const cleared = kept.filter(({ isDevice }) => !isDevice).map((each) => ({ ...each, inARow: 0 }));
    await this.write(now, { ...empty, clearedUntil: now + minIntervalMillis, known: cleared });
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.write(now, this.read(now));
  }

  /** Returns what a source is stored as, under the current root secret first. Those of two subjects cannot be compared. */
  private marksOf(from: string): Promise<[string, ...string[]]> {
    return keyedHashes(readSettings(this.env).serverSecrets, "known-source", `${this.ctx.id}/${from}`);
  }

  /** Returns what has not been forgotten by now. */
  private read(now: number): Counter {
    // One that was stored before sources were known has none.
    const { attempts, attemptsUntil, inARow, inARowUntil, clearedUntil, known } = {
      ...empty,
      ...this.ctx.storage.kv.get<Counter>("counter"),
    };
    return {
      attempts: attemptsUntil > now ? attempts : [],
      attemptsUntil,
      inARow: inARowUntil > now ? inARow : 0,
      inARowUntil,
      clearedUntil,
      known: known.filter(({ until }) => until > now),
    };
  }

  private async write(now: number, counter: Counter): Promise<void> {
    const { attempts, attemptsUntil, inARow, inARowUntil, clearedUntil, known } = counter;
    const deadlines = [
      ...(attempts.length > 0 ? [attemptsUntil] : []),
      ...(inARow > 0 ? [inARowUntil] : []),
      clearedUntil,
      ...known.map(({ until }) => until),
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
  if (limit !== undefined && own.length >= limit) return own.at(-limit);
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

/** The row with one more: that of a known source, or that of all others. */
function longerRow(counter: Counter, known: KnownSource | undefined, lockAfter: number, now: number): Partial<Counter> {
  if (known) {
    const longer = { ...known, inARow: known.inARow + 1 };
    const isKept = counter.known.includes(known);
    return {
      known: isKept ? counter.known.map((each) => (each === known ? longer : each)) : [...counter.known, longer],
    };
  }
  const inARow = counter.inARow + 1;
  return {
    inARow,
    inARowUntil: now + (inARow < lockAfter ? Math.min(inARow, forgetAfterDays) * days : unlockAfterMillis),
  };
}

function withKnown(
  known: Counter["known"],
  marks: readonly [string, ...string[]],
  now: number,
): readonly KnownSource[] {
  const networks = known.filter(({ mark, isDevice }) => !isDevice && !marks.includes(mark));
  const devices = known.filter(({ isDevice }) => isDevice);
  const latest = { mark: marks[0], inARow: 0, until: now + knownForMillis };
  return [...[latest, ...networks].slice(0, maxKnownSources), ...devices];
}

function sourceOfDevice(device: string): string {
  return `device ${device}`;
}
