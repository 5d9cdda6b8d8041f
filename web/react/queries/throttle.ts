/**
 * Makes a function that runs fetches one at a time per key, their starts at least `intervalMillis` apart. Fetches of
 * different keys do not wait for each other, and one that failed does not stop the next.
 */
export function createThrottle(intervalMillis: number) {
  const queues = new Map<string, { settled: Promise<unknown>; lastStart: number }>();

  return function throttled<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { settled: Promise.resolve(), lastStart: Number.NEGATIVE_INFINITY };
    queues.set(key, queue);

    const outcome = queue.settled.then(async () => {
      const remaining = queue.lastStart + intervalMillis - performance.now();
      if (remaining > 0) await wait(remaining);
      queue.lastStart = performance.now();
      return fetch();
    });
    const settled = outcome.then(
      () => undefined,
      () => undefined,
    );
    queue.settled = settled;
    void settled.then(async () => {
      await wait(intervalMillis);
      // No later fetch was queued: keys of past sessions must not pile up.
      if (queue.settled === settled) queues.delete(key);
    });
    return outcome;
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
