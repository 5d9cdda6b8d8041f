import { describe, it } from "vitest";
import { type JobProgress, runJob } from "./run-job";

const numbers = Array.from({ length: 20 }, (_, number) => number);

describe("a job", () => {
  it("does every item once, a few at once, and says how far it is", async ({ expect }) => {
    const done: number[] = [];
    const seen: number[] = [];
    let [running, most] = [0, 0];
    const work = async (number: number) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      done.push(number);
      running -= 1;
    };
    const result = await runJob(numbers, work, {
      signal: new AbortController().signal,
      concurrency: 3,
      onProgress: ({ done }) => seen.push(done),
    });
    expect(result).toEqual({ total: 20, done: 20, failures: [] });
    expect(done.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(seen).toEqual(numbers.map((number) => number + 1));
    expect(most).toBe(3);
  });

  it("goes on after failures and names them", async ({ expect }) => {
    const odd = new Error("odd");
    const work = async (number: number) => {
      if (number % 2 === 1) throw odd;
    };
    const { done, failures } = await runJob(numbers, work, { signal: new AbortController().signal });
    expect(done).toBe(20);
    expect(failures).toEqual(numbers.filter((number) => number % 2 === 1).map((item) => ({ item, error: odd })));
  });

  it("takes up nothing more once it is cancelled, and finishes what is under way", async ({ expect }) => {
    const cancel = new AbortController();
    const progress: JobProgress<number>[] = [];
    const work = async (number: number) => {
      if (number === 5) cancel.abort();
    };
    const options = {
      signal: cancel.signal,
      concurrency: 1,
      onProgress: (at: JobProgress<number>) => progress.push(at),
    };
    expect(await runJob(numbers, work, options)).toEqual({ total: 20, done: 6, failures: [] });
    expect(progress).toHaveLength(6);
  });
});
