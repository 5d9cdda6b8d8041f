import { vi } from "vitest";

/** Lets time pass, by fake timers, until a promise settles: the fetches of one view keep an interval. */
export async function settle<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const done = () => {
    isSettled = true;
  };
  promise.then(done, done);
  while (!isSettled) await vi.advanceTimersByTimeAsync(100);
  return await promise;
}
