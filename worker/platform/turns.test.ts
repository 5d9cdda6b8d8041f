import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { othersAreActive } from "../testing/active-others";
import { BackgroundTurns } from "./background-turns";
import { ConsumerTurns } from "./consumer-turns";
import { FairTurns, shareBeside } from "./fair-turns";
import { newId } from "./secrets";
import { newTrace, type Trace } from "./trace";
import { millisOf, readingMillis, turnOf } from "./turns";

/** Holds what requests took of the one thread, and what they asked of databases: of a flood in turns, one request after the other. */
const measured: ({ name: string; millis: number } & Partial<Trace>)[] = [
  { name: "one refused without a look-up", millis: 4.8, d1: 0, rowsRead: 0, rowsWritten: 0 },
  { name: "one with a wrong key", millis: 7.2, d1: 1, rowsRead: 1, rowsWritten: 0 },
  { name: "the own user", millis: 8.3, d1: 1, rowsRead: 3, rowsWritten: 0 },
  { name: "a search", millis: 9, d1: 1, rowsRead: 3, rowsWritten: 0 },
  { name: "ten teams of a user", millis: 10.3, d1: 1, rowsRead: 36, rowsWritten: 0 },
  { name: "metrics", millis: 11.4, d1: 1, rowsRead: 14, rowsWritten: 0 },
  { name: "a token refresh", millis: 12, d1: 1, rowsRead: 6, rowsWritten: 0 },
  { name: "a page of 100 users", millis: 13.3, d1: 1, rowsRead: 104, rowsWritten: 0 },
  { name: "a contact channel", millis: 13.5, d1: 2, rowsRead: 30, rowsWritten: 7 },
  { name: "a user with 30 KB of metadata", millis: 13, d1: 2, rowsRead: 27, rowsWritten: 18 },
  { name: "a user with an imported hash", millis: 13.2, d1: 2, rowsRead: 77, rowsWritten: 27 },
  { name: "an anonymous sign-up", millis: 15, d1: 2, rowsRead: 31, rowsWritten: 26 },
  { name: "a page of 100 users with 30 KB each", millis: 29, d1: 1, rowsRead: 104, resultLength: 3_000_000 },
  { name: "a project with a configuration of 0.9 MB", millis: 11, d1: 1, rowsRead: 2, resultLength: 914_000 },
  {
    name: "the same where it is not kept",
    millis: 66,
    d1: 1,
    rowsRead: 2,
    resultLength: 914_000,
    configLength: 914_000,
  },
  { name: "a search that found nothing in a second", millis: 1_000, d1: 1, rowsRead: 3, slowMillis: 900 },
];

describe("what a request is charged of its project's time", () => {
  // Attack: a tenant floods with what is charged less than it takes, such as reads. They have half of the time where they may have a
  // third.
  it.for(measured)("is what $name took, within a third", ({ millis, ...cost }, { expect }) => {
    const charged = millisOf({ ...newTrace(), ...cost }, new Set());
    expect(charged).toBeGreaterThan((2 / 3) * millis);
    expect(charged).toBeLessThan((4 / 3) * millis);
  });
});

let minutes = 0;

/** The time stands still, so that what was asked for adds up. What an earlier test has asked for is long ago then. */
function stopTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ++minutes * 600_000 }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

describe("what is sent", () => {
  stopTime();

  it.for([
    { name: "50,000 fields", millis: 85, length: 490_000, values: 50_000 },
    { name: "two megabytes of one text", millis: 20, length: 2_000_000, values: 1 },
  ])("takes the time that $name took, within a third", ({ millis, ...sent }, { expect }) => {
    expect(readingMillis(sent)).toBeGreaterThan((2 / 3) * millis);
    expect(readingMillis(sent)).toBeLessThan((4 / 3) * millis);
  });

  /** Has sixteen requests of one sender complete what they send at one time. Says which are refused; the others wait. */
  async function complete({ isServer }: { isServer: boolean }) {
    const [projectId, network] = [newId(), newId()];
    const next = (from: string) => turnOf({ projectId, network: from }, { isLimited: true });
    const begun = Array.from({ length: 16 }, () => next(network));
    for (const turn of begun) await turn.begin(async () => isServer);
    const sent = { length: 2_000_000, values: 50_000 };
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const refusals = (await Promise.all(begun.map((turn) => turn.waitToRead(sent)))).filter(Boolean);
    for (const turn of begun) turn.end(isServer ? projectId : null, { trace: newTrace(), announced: new Set() });
    return { refusals, next };
  }

  // Evidence: what-is-complete-at-one-time-has-turns
  // Attack: a stranger sends bodies of two megabytes but for their last byte, which takes no time. Then all are completed at once.
  it("slowly, and is complete at one time, is refused beyond what the sender's network may have read in two seconds", async ({
    expect,
  }) => {
    othersAreActive();
    expect((await complete({ isServer: false })).refusals.length).toBeGreaterThan(8);
  });

  // Evidence: what-strangers-send-fills-no-line-of-a-project
  // Attack: a stranger names the project that they want to be out of service. What it takes to read what they send is charged to the
  // project, so that its users and servers are refused for minutes.
  it("by strangers takes no time of the project that they name", async ({ expect }) => {
    othersAreActive();
    const { next } = await complete({ isServer: false });
    expect(await next(newId()).begin(async () => false)).toBeUndefined();
    expect(await next(newId()).begin(async () => true)).toBeUndefined();
  });

  it("by a project's servers takes its time", async ({ expect }) => {
    othersAreActive();
    const { next } = await complete({ isServer: true });
    expect(await next(newId()).begin(async () => true)).toMatchObject({ retryAfterMillis: expect.any(Number) });
  });
});

describe("batches that fail", () => {
  stopTime();

  /** Returns what the next request of a project waits for after one whose batches have failed for ten seconds. */
  async function afterFailures({ isServer }: { isServer: boolean }) {
    const projectId = newId();
    const next = () => turnOf({ projectId, network: newId() }, { isLimited: true });
    const turn = next();
    await turn.begin(async () => isServer);
    turn.end(projectId, { trace: { ...newTrace(), failedMillis: 10_000 }, announced: new Set() });
    return await next().begin(async () => isServer);
  }

  // Evidence: failures-of-users-fill-no-line-of-a-project
  // Attack: a user who has as many passkeys as they may have begins the registration of another, at once from four networks. Each waits for
  // the database and is refused by it, so that the project is charged for minutes, and all of its users are refused.
  it("of a project's users do not count with its requests", async ({ expect }) => {
    othersAreActive();
    expect(await afterFailures({ isServer: false })).toBeUndefined();
  });

  it("of a project's servers count with its requests", async ({ expect }) => {
    othersAreActive();
    expect(await afterFailures({ isServer: true })).toMatchObject({ retryAfterMillis: expect.any(Number) });
  });
});

describe("hashes", () => {
  stopTime();

  /** Returns what the next request of a project waits for after its others have computed twenty hashes. */
  async function afterHashes({ isServer }: { isServer: boolean }) {
    const projectId = newId();
    const next = () => turnOf({ projectId, network: newId() }, { isLimited: true });
    const turn = next();
    await turn.begin(async () => isServer);
    turn.end(null, { trace: { ...newTrace(), hashes: 20 }, announced: new Set() });
    return await next().begin(async () => isServer);
  }

  // Attack: a tenant makes users with passwords by its server key. It has a third of the time for hashes and another for requests.
  it("that a project's servers have computed count with its requests", async ({ expect }) => {
    othersAreActive();
    expect(await afterHashes({ isServer: true })).toMatchObject({ retryAfterMillis: expect.any(Number) });
  });

  // Attack: a stranger guesses from many networks, so that a project's users cannot do anything else.
  it("that strangers have computed do not", async ({ expect }) => {
    othersAreActive();
    expect(await afterHashes({ isServer: false })).toBeUndefined();
  });
});

describe("a network's requests", () => {
  stopTime();

  // Attack: a stranger guesses passwords from the networks of one IPv6 /56, each with a line of its own, so that none is ever refused.
  it("wait in the line of their site", async ({ expect }) => {
    othersAreActive();
    const turn = (network: string) => turnOf({ projectId: null, network }, { isLimited: true });
    const begin = (network: string) => turn(network).begin(async () => false);
    const first = turn("2001:db8:1:4400::/64");
    await first.begin(async () => false);
    first.end(null, { trace: { ...newTrace(), d1: 1_000 }, announced: new Set() });
    expect(await begin("2001:db8:1:4401::/64")).toMatchObject({ retryAfterMillis: expect.any(Number) });
    expect(await begin("2001:db8:2:4401::/64")).toBeUndefined();
  });
});

describe("a project's work in queues", () => {
  stopTime();

  const limitsRequests = true;
  // Those of the isolate are what other tests go by, of which these are hours ahead.
  const turns = new BackgroundTurns();
  const rests = (projectId: string, count: number) =>
    Array.from({ length: count }, () => turns.restOf(projectId, { limitsRequests }));

  // Attack: a tenant has each of its events fail, so that its retries keep the thread busy when its requests are long over.
  it("begins sixteen runs at once beside others, and rests before the next, for a sixth of the time", ({ expect }) => {
    othersAreActive();
    const hostile = newId();
    expect(rests(hostile, 18)).toEqual([...Array.from({ length: 16 }, () => 0), 210, 210]);
    expect(rests(newId(), 1)).toEqual([0]);
    vi.advanceTimersByTime(210);
    expect(rests(hostile, 2)).toEqual([0, 210]);
  });

  // Evidence: many-projects-divide-the-background
  // Attack: one owner has webhooks of many projects sent without end. Each project stays within its own sixth of the time, but
  // together they have all of it.
  it("begins no more runs than two projects', however many are active", ({ expect }) => {
    const hostile = Array.from({ length: 8 }, () => newId());
    const begun = () => hostile.reduce((sum, id) => sum + rests(id, 20).filter((rest) => rest === 0).length, 0);
    othersAreActive();
    // At once two have sixteen each, and those that come after them ever fewer.
    expect(begun()).toBeLessThan(80);
    let runs = 0;
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      othersAreActive();
      runs += begun();
    }
    // A third of a minute, in runs of 35 ms.
    expect(runs).toBeLessThanOrEqual(1.1 * (20_000 / 35));
    expect(runs).toBeGreaterThan(0.5 * (20_000 / 35));
    expect(rests(newId(), 1)).toEqual([0]);
  });

  it("rests for as long as its runs have cost more", async ({ expect }) => {
    othersAreActive();
    const [hostile, other] = [newId(), newId()];
    await turns.charge(hostile, { ...newTrace(), d1: 100, rowsWritten: 16_000 }, async (charge) => charge());
    expect(rests(hostile, 1)[0]).toBeCloseTo(6 * (6 + 250 + 640 - 35) - 15 * 210, 0);
    expect(rests(other, 1)).toEqual([0]);
  });

  it("never rests while nobody else is there, nor where limits are off", ({ expect }) => {
    const alone = newId();
    vi.advanceTimersByTime(60_000);
    expect(rests(alone, 50)).toEqual(Array.from({ length: 50 }, () => 0));
    othersAreActive();
    const unlimited = Array.from({ length: 50 }, () => turns.restOf(alone, { limitsRequests: false }));
    expect(unlimited).toEqual(Array.from({ length: 50 }, () => 0));
  });
});

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

const third = 1 / 3;

const take = (turns: FairTurns, key: string, count: number, now: number, share = third) =>
  Array.from({ length: count }, () => Math.round(turns.take(key, share, now)));

describe("the share of an isolate's time", () => {
  it("is all of it for who is alone, and no less than a third", ({ expect }) => {
    expect([0, 1, 5, 7, 1_000].map((recent) => Math.round(100 * shareBeside(recent)))).toEqual([100, 90, 50, 33, 33]);
  });

  // Attack: a stranger has one user of another project send a request a second. A project that has an isolate to itself leaves two
  // thirds of it to nobody.
  it("is nearly all of it beside somebody who asks for next to nothing", ({ expect }) => {
    expect(shareBeside(2)).toBe(0.8);
  });
});

describe("turns of an isolate", () => {
  it("begin at once for a project that is alone, however much it asks for", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    expect(take(turns, "a", 5, 0, 1)).toEqual([0, 0, 0, 0, 0]);
  });

  // Attack: guesses from many networks at one project hold back the users of all others in the isolate.
  it("leave two thirds of the time to others, after a burst, and each has its own", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    expect(take(turns, "flooded", 5, 0)).toEqual([0, 0, 120, 240, 360]);
    expect(take(turns, "quiet", 2, 100)).toEqual([0, 0]);
    expect(take(turns, "flooded", 1, 300)).toEqual([180]);
  });

  it("have a new burst after a pause, and no pauses once the others are silent", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    take(turns, "busy", 4, 0);
    expect(take(turns, "busy", 3, 1_000)).toEqual([0, 0, 120]);
    expect(take(turns, "busy", 5, 1_000, 1)).toEqual([0, 0, 0, 0, 0]);
  });

  it("that would begin too late are not taken, so that a flood has no line to wait in", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    const waits = Array.from({ length: 5 }, () => Math.round(turns.take("flooded", third, 0, 200)));
    expect(waits).toEqual([0, 120, 240, 240, 240]);
  });

  it("come later for who has taken longer than a piece takes, but for nobody else and for nobody who is alone", ({
    expect,
  }) => {
    const turns = new FairTurns(10, { burst: 1 });
    take(turns, "costly", 1, 0);
    turns.extend("costly", 20, third, 5);
    expect(take(turns, "costly", 1, 30)).toEqual([60]);
    expect(take(turns, "cheap", 1, 30)).toEqual([0]);
    turns.extend("alone", 20, 1, 30);
    expect(take(turns, "alone", 1, 30)).toEqual([0]);
  });

  it("of many projects that have come and gone are forgotten", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    for (let index = 0; index < 5_000; index++) turns.take(`p${index}`, third, index);
    expect(take(turns, "last", 2, 5_000)).toEqual([0, 120]);
  });
});
