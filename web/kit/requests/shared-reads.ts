/** Lets identical reads that are under way at the same time share one request. Nothing is kept of a finished one. */
export class SharedReads {
  #joinable = new Map<string, Promise<unknown>>();
  readonly #sent = new Set<Promise<unknown>>();
  #pause: Promise<void> | undefined;

  /** Joins the read under way for `key`, else starts it with `read`. A `key` must always mean the same type. */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const joinable = this.#joinable;
    const joined = joinable.get(key);
    if (joined !== undefined) return joined as Promise<T>;
    const started = this.#send(read).finally(() => joinable.delete(key));
    joinable.set(key, started);
    return started;
  }

  async #send<T>(read: () => Promise<T>): Promise<T> {
    for (let ended: Promise<void> | undefined; ended !== this.#pause; await ended) ended = this.#pause;
    const sent = read();
    this.#sent.add(sent);
    return await sent.finally(() => this.#sent.delete(sent));
  }

  /** Makes later callers start anew: after a write, a response under way may be out of date. */
  startAnew(): void {
    this.#joinable = new Map();
  }

  /** Sends no further reads until `end`. Resolves when those under way have ended. */
  async pause(end: Promise<void>): Promise<void> {
    this.#pause = end;
    await Promise.allSettled(this.#sent);
  }
}
