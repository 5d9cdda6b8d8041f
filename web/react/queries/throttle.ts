/**
 * Makes a function that runs fetches one at a time per key, their starts at least `gapMillis` apart. Fetches of
 * different keys do not wait for each other, and one that failed does not stop the next.
 */
export function createPacer(gapMillis: number) {
  const lanes = new Map<string, { settled: Promise<unknown>; lastStart: number }>();

  return function pace<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { settled: Promise.resolve(), lastStart: Number.NEGATIVE_INFINITY };
    lanes.set(key, lane);

    const outcome = lane.settled.then(async () => {
      const early = lane.lastStart + gapMillis - performance.now();
      if (early > 0) await wait(early);
      lane.lastStart = performance.now();
      return fetch();
    });
    const settled = outcome.then(
      () => undefined,
      () => undefined,
    );
    lane.settled = settled;
    void settled.then(async () => {
      await wait(gapMillis);
      // Nobody came in the meantime: forget the lane, so that keys of past sessions do not pile up.
      if (lane.settled === settled) lanes.delete(key);
    });
    return outcome;
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
