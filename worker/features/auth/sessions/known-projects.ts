/** A deleted project's keys may be served for so long; clients keep them for an hour. */
const keptMillis = 60_000;
const maxKept = 10_000;

/**
 * Projects that were there when this isolate last looked. Keys derive from the root secret, so that nothing else is read for a
 * key set. What is not there is not kept: a project can be read as soon as it is made.
 */
export class KnownProjects {
  /** The end of each entry's time, in the order in which they were noted. */
  readonly #ends = new Map<string, number>();
  readonly #max: number;

  constructor(max = maxKept) {
    this.#max = max;
  }

  /** Whether a project was there within the last minute. */
  has(projectId: string, now = Date.now()): boolean {
    return now < (this.#ends.get(projectId) ?? 0);
  }

  note(projectId: string, now = Date.now()): void {
    this.#ends.delete(projectId);
    this.#ends.set(projectId, now + keptMillis);
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size > this.#max) this.#ends.delete(oldest);
  }
}
