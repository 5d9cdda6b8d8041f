/** An item that a job could not do, and why. */
export interface JobFailure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/** How far a job is. */
export interface JobProgress<Item> {
  readonly total: number;
  /** How many items were done, with success or without. */
  readonly done: number;
  readonly failures: readonly JobFailure<Item>[];
}

/**
 * Does `work` with every item, a few at once, and goes on after failures.
 *
 * @param options.signal takes up no further item when it aborts; those under way are finished
 */
export async function runJob<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  {
    signal,
    concurrency = 4,
    onProgress,
  }: { signal: AbortSignal; concurrency?: number; onProgress?: (progress: JobProgress<Item>) => void },
): Promise<JobProgress<Item>> {
  const queue = items.values();
  let failures: readonly JobFailure<Item>[] = [];
  let done = 0;
  const progress = () => ({ total: items.length, done, failures });
  async function worker() {
    for (const item of queue) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        failures = [...failures, { item, error }];
      }
      done += 1;
      onProgress?.(progress());
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return progress();
}
