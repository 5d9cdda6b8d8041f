/** Lets identical reads that are under way at the same time share one request. Nothing is kept of a finished one. */
export class SharedReads {
  #underWay = new Map<string, Promise<unknown>>();

  /** Joins the read under way for `key`, else starts it with `read`. A `key` must always mean the same type. */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const underWay = this.#underWay;
    const joined = underWay.get(key);
    if (joined !== undefined) return joined as Promise<T>;
    const started = read().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  /** Makes later callers start anew: after a write, a response under way may be out of date. */
  startAnew(): void {
    this.#underWay = new Map();
  }
}
