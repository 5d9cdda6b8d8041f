/** How the pacer reads the time and waits; a test brings its own. */
export type Pacing = { now: () => number; wait: (milliseconds: number) => Promise<unknown> };

const realPacing: Pacing = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Makes a function that runs fetches one at a time per key, their starts at least `gapMillis` apart. Fetches of
 * different keys do not wait for each other, and one that failed does not stop the next.
 */
export function createPacer(gapMillis: number, { now, wait }: Pacing = realPacing) {
  const lanes = new Map<string, { settled: Promise<unknown>; lastStart: number }>();

  return function pace<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { settled: Promise.resolve(), lastStart: Number.NEGATIVE_INFINITY };
    lanes.set(key, lane);

    const outcome = lane.settled.then(async () => {
      const early = lane.lastStart + gapMillis - now();
      if (early > 0) await wait(early);
      lane.lastStart = now();
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
      if (lane.settled === settled && lanes.get(key) === lane) lanes.delete(key);
    });
    return outcome;
  };
}
