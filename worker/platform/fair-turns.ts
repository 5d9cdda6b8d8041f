/** Sets from how many on those are forgotten whose work is done. */
const maxRemembered = 1_000;

/** However much the others ask for, somebody with much work has this part of the time. */
const minShare = 1 / 3;

/** So many requests of others in the last second or two are left all of the time that there is to leave. */
const requestsOfOthers = 10;

/**
 * Returns the part of an isolate's time that somebody has beside what others have asked for. Who has much work leaves room in
 * proportion, up to two thirds. Alone, they have all of it.
 */
export function shareBeside(recentOfOthers: number): number {
  return Math.max(minShare, 1 - recentOfOthers / requestsOfOthers);
}

/**
 * Gives turns of an isolate for one kind of work. Who waits in line behind the work of another notices each piece of it. While others
 * send requests, somebody with much work therefore pauses between the pieces.
 */
export class FairTurns {
  readonly #pieceMillis: number;
  readonly #burst: number;
  /** Holds until when what each has asked for would take, at its share. */
  readonly #backlogs = new Map<string, number>();

  /**
   * @param pieceMillis what a piece of work takes, as clocks stand still in Workers while they compute
   * @param options.burst how many pieces each may have at once
   */
  constructor(pieceMillis: number, { burst }: { burst: number }) {
    this.#pieceMillis = pieceMillis;
    this.#burst = burst;
  }

  /**
   * Takes a turn, which begins after the returned milliseconds. It is not taken where that is longer than `patienceMillis`.
   *
   * @param share the part of the time that is left to it, as `shareBeside` says
   * @param parts into how many parts that is divided, and what it may have at once with it
   */
  take(key: string, share: number, now: number, patienceMillis = Number.POSITIVE_INFINITY, parts = 1): number {
    if (share === 1) return 0;
    if (this.#backlogs.size >= maxRemembered) this.#forget(now);
    const slot = this.#pieceMillis / share;
    const backlog = Math.max(this.#backlogs.get(key) ?? 0, now);
    const wait = Math.max(0, backlog - now - (this.#burst - 1) * slot);
    if (wait <= patienceMillis) this.#backlogs.set(key, backlog + parts * slot);
    return wait;
  }

  /** Adds what a piece has taken beyond `pieceMillis`, for which the next ones wait. */
  extend(key: string, furtherMillis: number, share: number, now: number): void {
    if (share < 1) this.#backlogs.set(key, Math.max(this.#backlogs.get(key) ?? 0, now) + furtherMillis / share);
  }

  /** Counts those that have taken turns that are not over yet. */
  active(now: number): number {
    return [...this.#backlogs.values()].filter((until) => until > now).length;
  }

  #forget(now: number): void {
    for (const [key, until] of this.#backlogs) if (until <= now) this.#backlogs.delete(key);
  }
}
