import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { createPacer } from "./throttle";

/** A fetch that is answered by hand. */
function heldFetch(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    fetch: () => {
      log.push(`start ${name}`);
      return promise;
    },
    answer: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

describe("createPacer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts the fetches of one key one at a time, in the order in which they came", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300);
    const [first, second] = [heldFetch(log, "first"), heldFetch(log, "second")];
    const outcomes = [pace("user", first.fetch), pace("user", second.fetch)];

    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first"]);
    first.answer();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first", "start second"]);
    second.answer();
    expect(await Promise.all(outcomes)).toEqual(["first", "second"]);
  });

  it("keeps 300 ms between the starts of two fetches of one key", async ({ expect }) => {
    const starts: number[] = [];
    const pace = createPacer(300);
    const begin = performance.now();
    for (const millis of [40, 500, 40]) {
      void pace("user", async () => {
        starts.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, millis));
      });
    }
    await vi.advanceTimersByTimeAsync(5_000);
    // The second has waited for its turn, the third for the end of the second.
    expect(starts).toEqual([0, 300, 800]);
  });

  it("does not hold one key up for another", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300);
    void pace("user", heldFetch(log, "user").fetch);
    void pace("project", heldFetch(log, "project").fetch);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start user", "start project"]);
  });

  it("goes on after a fetch that failed", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300);
    const [broken, next] = [heldFetch(log, "broken"), heldFetch(log, "next")];
    const failed = pace("user", broken.fetch);
    const answered = pace("user", next.fetch);
    broken.fail();
    next.answer();
    void vi.advanceTimersByTimeAsync(1_000);
    await expect(failed).rejects.toThrow("broken");
    expect(await answered).toBe("next");
  });
});
