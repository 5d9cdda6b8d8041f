import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConsumerTurns } from "./consumer-turns";

const hour = { patienceMillis: 3_600_000 };

describe("turns at a consumer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const taking = (millis: number, outcome: boolean | undefined) => () =>
    new Promise<boolean | undefined>((resolve) => setTimeout(resolve, millis, outcome));
  const wait = (turns: ConsumerTurns, hasWaited = false, id = "p") =>
    turns.waitOf(id, Date.now(), { hasWaited, ...hour });
  async function run(turns: ConsumerTurns, millis: number, outcome: boolean | undefined) {
    const done = turns.run("p", taking(millis, outcome));
    await vi.advanceTimersByTimeAsync(millis);
    await done;
  }

  it("are for one at a time of work that takes long, and one a second for those that wait", async () => {
    const turns = new ConsumerTurns(250);
    const done = turns.run("p", taking(600, true));
    await vi.advanceTimersByTimeAsync(249);
    expect(wait(turns)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([wait(turns), wait(turns), wait(turns, false, "other")]).toEqual([1000, 2000, 0]);
    await vi.advanceTimersByTimeAsync(350);
    await done;
    // Who comes now does not go before those.
    expect([wait(turns), wait(turns, true)]).toEqual([2650, 0]);
  });

  it("end with a rest after work that took long and failed, which doubles up to five minutes and ends with a success", async () => {
    const turns = new ConsumerTurns(250);
    const rests: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      await run(turns, 10_000, false);
      const start = Date.now();
      while (wait(turns, true) > 0) await vi.advanceTimersByTimeAsync(5_000);
      rests.push(Math.floor((Date.now() - start) / 1000));
    }
    expect(rests).toEqual([15, 25, 45, 85, 165, 305, 305]);
    await run(turns, 600, true);
    await run(turns, 10_000, false);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(wait(turns, true)).toBe(0);
  });

  it("are a fifth of the time of work that takes less, beyond the first second", async () => {
    // Attack: a server that responds just before it would count as one that does not.
    const turns = new ConsumerTurns(250);
    let runs = 0;
    const end = Date.now() + 20_000;
    while (Date.now() < end) {
      if (wait(turns, true) > 0) await vi.advanceTimersByTimeAsync(60);
      else {
        await run(turns, 240, true);
        runs += 1;
      }
    }
    expect(runs * 240).toBeLessThan(20_000 / 5 + 1_500);
    expect(runs * 240).toBeGreaterThan(20_000 / 5);
  });

  it("are not given that come later than a message waits, and those that end with the isolate are not waited for", async () => {
    const turns = new ConsumerTurns(250);
    void turns.run("p", () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(250);
    const patience = { hasWaited: false, patienceMillis: 1_500 };
    const waits = [1, 2, 3].map(() => turns.waitOf("p", Date.now(), patience));
    expect(waits).toEqual([1000, 2000, 2000]);
    await vi.advanceTimersByTimeAsync(30_001);
    expect(wait(turns)).toBe(0);
  });

  it("are forgotten where there is nothing against a project, once there are a thousand", async () => {
    const turns = new ConsumerTurns(250);
    await run(turns, 10_000, false);
    for (let count = 0; count < 1_500; count += 1) await turns.run(`p${count}`, async () => true);
    expect(wait(turns)).toBe(20_000);
  });
});
