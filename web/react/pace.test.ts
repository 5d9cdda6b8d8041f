import { describe, it } from "vitest";
import { createPacer } from "./pace";

/** A clock that only moves when something waits on it. */
function steppedClock() {
  let time = 0;
  return {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

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

/** Lets everything run that needs no further answer. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("createPacer", () => {
  it("starts the fetches of one key one at a time, in the order in which they came", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300, steppedClock());
    const [first, second] = [heldFetch(log, "first"), heldFetch(log, "second")];
    const outcomes = [pace("user", first.fetch), pace("user", second.fetch)];

    await settle();
    expect(log).toEqual(["start first"]);
    first.answer();
    await settle();
    expect(log).toEqual(["start first", "start second"]);
    second.answer();
    expect(await Promise.all(outcomes)).toEqual(["first", "second"]);
  });

  it("keeps 300 ms between the starts of two fetches of one key", async ({ expect }) => {
    const clock = steppedClock();
    const starts: number[] = [];
    const pace = createPacer(300, clock);
    const fetch = async () => {
      starts.push(clock.now());
      await clock.wait(40);
    };
    await Promise.all([pace("user", fetch), pace("user", fetch), pace("user", fetch)]);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(gaps).toHaveLength(2);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(300);
  });

  it("does not hold one key up for another", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300, steppedClock());
    void pace("user", heldFetch(log, "user").fetch);
    void pace("project", heldFetch(log, "project").fetch);
    await settle();
    expect(log).toEqual(["start user", "start project"]);
  });

  it("goes on after a fetch that failed", async ({ expect }) => {
    const log: string[] = [];
    const pace = createPacer(300, steppedClock());
    const [broken, next] = [heldFetch(log, "broken"), heldFetch(log, "next")];
    const failed = pace("user", broken.fetch);
    const answered = pace("user", next.fetch);
    broken.fail();
    next.answer();
    await expect(failed).rejects.toThrow("broken");
    expect(await answered).toBe("next");
  });
});
