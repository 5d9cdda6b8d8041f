import { describe, expect, it } from "vitest";
import { ConsumerTurns } from "./consumer-turns";

/** A clock of the test's own: the isolate's timers are those of queues as well. */
function turnsAt() {
  const turns = new ConsumerTurns(250, { maxWhole: 2 });
  let now = 0;
  const clock = () => now;
  const pass = (millis: number) => {
    now += millis;
  };
  const wait = ({ hasWaited = false, line = "p", patienceMillis = 3_600_000 } = {}) =>
    turns.waitOf(line, now, { hasWaited, patienceMillis });
  const run = (millis: number, isWell: boolean, line = "p") =>
    turns.run(
      line,
      now,
      async () => {
        pass(millis);
        return isWell;
      },
      clock,
    );
  return { turns, clock, pass, wait, run };
}

describe("turns at a consumer", () => {
  it("are for one at a time of work that takes long, and one a second for those that wait", async () => {
    const { turns, clock, pass, wait } = turnsAt();
    const work = Promise.withResolvers<boolean>();
    const done = turns.run("p", clock(), () => work.promise, clock);
    pass(249);
    expect(wait()).toBe(0);
    pass(1);
    expect([wait(), wait(), wait({ line: "other" })]).toEqual([1000, 2000, 0]);
    pass(350);
    work.resolve(true);
    await done;
    // Who comes now does not go before those.
    expect([wait(), wait({ hasWaited: true })]).toEqual([2900, 0]);
  });

  it("end with a rest after work that took long and failed, which doubles up to five minutes and ends with a success", async () => {
    const { clock, pass, wait, run } = turnsAt();
    const rests: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      await run(10_000, false);
      const start = clock();
      while (wait({ hasWaited: true }) > 0) pass(5_000);
      rests.push(Math.floor((clock() - start) / 1000));
    }
    expect(rests).toEqual([15, 25, 45, 85, 165, 305, 305]);
    await run(600, true);
    await run(10_000, false);
    pass(10_001);
    expect(wait({ hasWaited: true })).toBe(0);
  });

  it("go on after work that threw, however long it took", async () => {
    const { turns, clock, pass, wait } = turnsAt();
    const work = async () => {
      pass(600);
      throw new Error("No database");
    };
    await expect(turns.run("p", clock(), work, clock)).rejects.toThrow("No database");
    expect(wait()).toBe(0);
  });

  it("are a fifth of the time of work that takes less, beyond the first second", async () => {
    // Attack: a server that responds just before it would count as one that does not.
    const { clock, pass, wait, run } = turnsAt();
    let runs = 0;
    while (clock() < 20_000) {
      if (wait({ hasWaited: true }) > 0) pass(60);
      else {
        await run(240, true);
        runs += 1;
      }
    }
    expect(runs * 240).toBeLessThan(20_000 / 5 + 1_500);
    expect(runs * 240).toBeGreaterThan(20_000 / 5);
  });

  it("are not given that come later than a message waits, and those that end with the isolate are not waited for", () => {
    const { turns, clock, pass, wait } = turnsAt();
    void turns.run("p", clock(), () => new Promise(() => {}), clock);
    pass(250);
    expect([1, 2, 3].map(() => wait({ patienceMillis: 1_500 }))).toEqual([1000, 2000, 2000]);
    pass(30_001);
    expect(wait()).toBe(0);
  });

  it("are forgotten where there is nothing against a line, once there are a thousand", async () => {
    const { wait, run } = turnsAt();
    await run(10_000, false);
    for (let count = 0; count < 1_500; count += 1) await run(0, true, `p${count}`);
    expect(wait()).toBe(20_000);
  });
});
