import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { createThrottle } from "./throttle";

/** A fetch that the test settles. */
function pendingFetch(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    fetch: () => {
      log.push(`start ${name}`);
      return promise;
    },
    respond: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

describe("createThrottle", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts the fetches of one key one at a time, in the order of their calls", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    const [first, second] = [pendingFetch(log, "first"), pendingFetch(log, "second")];
    const outcomes = [throttled("user", first.fetch), throttled("user", second.fetch)];

    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first"]);
    first.respond();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first", "start second"]);
    second.respond();
    expect(await Promise.all(outcomes)).toEqual(["first", "second"]);
  });

  it("keeps 300 ms between the starts of two fetches of one key", async ({ expect }) => {
    const starts: number[] = [];
    const throttled = createThrottle(300);
    const begin = performance.now();
    for (const millis of [40, 500, 40]) {
      void throttled("user", async () => {
        starts.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, millis));
      });
    }
    await vi.advanceTimersByTimeAsync(5_000);
    // The second waits for the interval, the third for the end of the second.
    expect(starts).toEqual([0, 300, 800]);
  });

  it("does not delay one key for another", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    void throttled("user", pendingFetch(log, "user").fetch);
    void throttled("project", pendingFetch(log, "project").fetch);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start user", "start project"]);
  });

  it("continues after a fetch that failed", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    const [broken, next] = [pendingFetch(log, "broken"), pendingFetch(log, "next")];
    const failed = throttled("user", broken.fetch);
    const succeeded = throttled("user", next.fetch);
    broken.fail();
    next.respond();
    void vi.advanceTimersByTimeAsync(1_000);
    await expect(failed).rejects.toThrow("broken");
    expect(await succeeded).toBe("next");
  });
});
