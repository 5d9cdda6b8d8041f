/** How long a project has to be silent until the others need not make room for it, in milliseconds. */
const activeMillis = 2_000;

/** From how many projects on those are forgotten whose work is done. */
const maxRemembered = 1_000;

/**
 * Turns of an isolate for work that cannot be interrupted, such as a hash. Who waits in line with 43 ms of others before them
 * notices each one: so while another project sends requests, a project with much such work pauses between the pieces, and has a
 * third of the time. Alone it has all of it.
 */
export class FairTurns {
  readonly #pieceMillis: number;
  readonly #burst: number;
  /** Until when what each project has asked for would take, at its share. */
  readonly #backlogs = new Map<string, number>();
  #latest = { projectId: "", at: Number.NEGATIVE_INFINITY };
  /** The latest request of another project than that one. */
  #other = this.#latest;

  /**
   * @param pieceMillis what a piece of work takes, as clocks stand still in Workers while they compute
   * @param options.burst how many pieces a project may have at once
   */
  constructor(pieceMillis: number, { burst }: { burst: number }) {
    this.#pieceMillis = pieceMillis;
    this.#burst = burst;
  }

  /** Notes that a project has sent a request. */
  note(projectId: string, now: number): void {
    if (projectId !== this.#latest.projectId) this.#other = this.#latest;
    this.#latest = { projectId, at: now };
  }

  /** Takes a turn, which begins after the returned milliseconds. It is not taken where that is longer than `patienceMillis`. */
  take(projectId: string, now: number, patienceMillis = Number.POSITIVE_INFINITY): number {
    const slot = 3 * this.#pieceMillis;
    const backlog = Math.max(this.#backlogs.get(projectId) ?? 0, now);
    if (this.#backlogs.size >= maxRemembered) this.#forget(now);
    const last = projectId === this.#latest.projectId ? this.#other : this.#latest;
    if (now - last.at > activeMillis) {
      this.#backlogs.delete(projectId);
      return 0;
    }
    const wait = Math.max(0, backlog - now - (this.#burst - 1) * slot);
    if (wait <= patienceMillis) this.#backlogs.set(projectId, backlog + slot);
    return wait;
  }

  #forget(now: number): void {
    for (const [projectId, until] of this.#backlogs) if (until <= now) this.#backlogs.delete(projectId);
  }
}
