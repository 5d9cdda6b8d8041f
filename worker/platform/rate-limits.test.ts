import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { networkOf, siteOf } from "./networks";
import { newId } from "./secrets";

const rule = { name: "test", limit: 3, windowMillis: 60_000 };

afterEach(() => void vi.useRealTimers());

/** In the future, because an alarm cannot be set in the past. */
const start = Date.UTC(2100, 0, 1);

const freshCounter = () => env.ATTEMPTS.getByName(newId());

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["", ""],
  ])("takes %j for %j", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  // Evidence: one-network-in-every-spelling
  // Attack: a client without an edge in front of it, or a website's server, names one IPv4 address in ever other spellings. It has
  // as many requests and guesses as there are spellings. In addition, all who are named in hexadecimal have one network together.
  it.each([
    "::ffff:203.0.113.7",
    "::FFFF:203.0.113.7",
    "::ffff:cb00:7107",
    "::FFFF:CB00:7107",
    "0:0:0:0:0:ffff:cb00:7107",
    "0:0:0:0:0:FFFF:203.0.113.7",
    "0000:0000:0000:0000:0000:ffff:cb00:7107",
    "0000:0000:0000:0000:0000:ffff:203.0.113.7",
    "0::ffff:cb00:7107",
    "0:0::0:ffff:cb00:7107",
    "0:0:0:0::ffff:203.0.113.7",
    "::0:0:ffff:cb00:7107",
  ])("takes %j for the IPv4 address that is mapped to it", (ip) => {
    expect(networkOf(ip)).toBe("203.0.113.7");
  });

  it.each([
    ["::ffff:707:707", "7.7.7.7"],
    ["::ffff:0707:0707", "7.7.7.7"],
    ["::ffff:0:7", "0.0.0.7"],
    ["::ffff:7:0", "0.7.0.0"],
  ])("takes %j for %j, whose zeros are left out", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  // Attack: from one IPv6 network, somebody writes other people's IPv4 addresses at the end of their own. Each is one more network
  // to guess from. What is counted there is held against those people.
  it.each([
    ["2001:db8:1:2:0:7:203.0.113.7", "2001:db8:1:2::/64"],
    ["2001:db8:1::7:203.0.113.7", "2001:db8:1:0::/64"],
    ["::4:5:6:203.0.113.7", "0:0:0:4::/64"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
    ["64:ff9b::707:707", "64:ff9b:0:0::/64"],
    ["::203.0.113.7", "0:0:0:0::/64"],
    ["::7.7.7.7", "0:0:0:0::/64"],
    ["::ffff:0:7.7.7.7", "0:0:0:0::/64"],
    ["::1:ffff:7.7.7.7", "0:0:0:0::/64"],
  ])("takes %j for no IPv4 address, since only ::ffff:0:0/96 stands for those", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("siteOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["", ""],
  ])("takes %j for %j", (network, site) => {
    expect(siteOf(network)).toBe(site);
  });
});

describe("AttemptCounter", () => {
  it("allows as many as the rule does, and reports when the next may come", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const counter = freshCounter();
    expect(await counter.take(rule)).toEqual({ countedAt: 1_000_000, isLocked: false, locks: false, isKnown: false });
    vi.setSystemTime(1_010_000);
    await counter.take(rule);
    await counter.take(rule);
    expect(await counter.take(rule)).toEqual({ retryAfterMillis: 50_000 });
    vi.setSystemTime(1_059_999);
    expect(await counter.take(rule)).toEqual({ retryAfterMillis: 1 });
    vi.setSystemTime(1_060_000);
    expect(await counter.take(rule)).toEqual({ countedAt: 1_060_000, isLocked: false, locks: false, isKnown: false });
    expect(await counter.take(rule)).toEqual({ retryAfterMillis: 10_000 });
  });

  // Attack: many attempts at once, so that each sees a count from before the others.
  it("takes three of 50 at once", async () => {
    const counter = freshCounter();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => counter.take(rule)));
    expect(outcomes.filter((outcome) => "countedAt" in outcome)).toHaveLength(3);
  });

  it("forgets an attempt that is given back, once", async () => {
    const counter = freshCounter();
    const first = await counter.take(rule);
    await counter.take(rule);
    await counter.take(rule);
    if (!("countedAt" in first)) throw new Error("The first attempt was refused");
    await counter.giveBack(first.countedAt);
    expect(await counter.take(rule)).toHaveProperty("countedAt");
    expect(await counter.take(rule)).toHaveProperty("retryAfterMillis");
    await counter.giveBack(1);
    expect(await counter.take(rule)).toHaveProperty("retryAfterMillis");
  });

  // Attack: waiting until the counter is evicted from memory, and trying on.
  it("remembers after eviction", async () => {
    const counter = freshCounter();
    for (const _ of [1, 2, 3]) await counter.take(rule);
    await evictDurableObject(counter);
    expect(await counter.take(rule)).toHaveProperty("retryAfterMillis");
  });

  it("leaves nothing behind when the window of the last attempt is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const counter = freshCounter();
    await counter.take(rule);
    expect(await alarmOf(counter)).toBe(start + 60_000);
    await passTo(counter, start + 60_000);
    expect(await storedIn(counter)).toEqual([]);
  });

  // Evidence: guesses-of-one-source-hide-no-others
  it("keeps those of each source that is counted on its own, whatever others attempt", async () => {
    // Attack: ten failures from one network refuse further guesses. Guesses from two networks in turns push each other's out.
    const counter = freshCounter();
    const outcomes = [];
    for (let turn = 0; turn < 20; turn += 1) {
      for (const from of ["a", "b"])
        for (let times = 0; times < 3; times += 1) outcomes.push(await counter.take(rule, from));
    }
    expect(outcomes.filter((outcome) => "countedAt" in outcome)).toHaveLength(6);
  });

  it("keeps 500 attempts of all sources at most", async () => {
    const counter = freshCounter();
    await counter.take(rule, "first");
    const kept = () =>
      runInDurableObject(counter, (_, { storage }) => storage.kv.get<{ attempts: { from: string }[] }>("counter"));
    const stored = await kept();
    const attempts = Array.from({ length: 600 }, (_, from) => ({ ...stored?.attempts[0], from: String(from) }));
    await runInDurableObject(counter, (_, { storage }) => storage.kv.put("counter", { ...stored, attempts }));
    await counter.take(rule, "last");
    const left = (await kept())?.attempts ?? [];
    expect([left.length, left.at(0)?.from, left.at(-1)?.from]).toEqual([500, "101", "last"]);
  });

  describe("under a rule for all sources together", () => {
    const together = { ...rule, together: { limit: 4, kept: 1, ceiling: 6 } };
    const refused = { retryAfterMillis: expect.any(Number) };

    it("keeps one for each further source up to the ceiling, and reports when the next may come", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
      const counter = freshCounter();
      const take = async (from: string, after = 1_000) => {
        vi.setSystemTime(Date.now() + after);
        return counter.take(together, from);
      };
      for (const from of ["a", "a", "a"]) expect(await take(from)).toHaveProperty("countedAt");
      expect(await take("a", 0)).toEqual({ retryAfterMillis: 58_000 });
      expect(await take("b")).toHaveProperty("countedAt");
      expect(await take("b", 0)).toEqual({ retryAfterMillis: 57_000 });
      expect(await take("c")).toHaveProperty("countedAt");
      expect(await take("b", 0)).toEqual({ retryAfterMillis: 57_000 });
      expect(await take("d")).toHaveProperty("countedAt");
      expect(await take("e", 0)).toEqual({ retryAfterMillis: 55_000 });
      expect(await take("e", 55_000)).toHaveProperty("countedAt");
    });

    it("keeps one for whom it is made, from whatever source", async () => {
      const counter = freshCounter();
      for (const from of ["a", "a", "b", "b"]) await counter.take(together, from, "x");
      expect(await counter.take(together, "b", "x")).toEqual(refused);
      expect(await counter.take(together, "b", "y")).toHaveProperty("countedAt");
      expect(await counter.take(together, "a", "y")).toEqual(refused);
    });

    it("gives one back that was made for somebody", async () => {
      const counter = freshCounter();
      const first = await counter.take(together, "a", "x");
      if (!("countedAt" in first)) throw new Error("The first attempt was refused");
      for (const _ of [1, 2, 3]) await counter.take(together, "b", "x");
      expect(await counter.take(together, "b", "x")).toEqual(refused);
      await counter.giveBack(first.countedAt, "a");
      expect(await counter.take(together, "c", "x")).toHaveProperty("countedAt");
    });
  });

  describe("under a rule with a lock", () => {
    const lockRule = { ...rule, lockAfter: 5 };
    const days = 24 * 60 * 60 * 1000;

    it("counts each source on its own, and all in a row together", async () => {
      const counter = freshCounter();
      for (const _ of [1, 2, 3]) expect(await counter.take(lockRule, "a")).toMatchObject({ isLocked: false });
      expect(await counter.take(lockRule, "a")).toHaveProperty("retryAfterMillis");
      for (const _ of [1, 2]) expect(await counter.take(lockRule, "b")).toMatchObject({ isLocked: false });
      expect(await counter.take(lockRule, "b")).toMatchObject({ isLocked: true });
      expect(await counter.take(lockRule, "b")).toHaveProperty("retryAfterMillis");
    });

    it("a success ends the row, and does not count itself", async () => {
      const counter = freshCounter();
      for (const from of ["a", "b", "c", "d"]) await counter.take(lockRule, from);
      const last = await counter.take(lockRule, "e");
      if (!("countedAt" in last)) throw new Error("The fifth attempt was refused");
      await counter.succeed(last.countedAt, "e");
      for (const from of ["f", "g", "h", "i", "j"]) {
        expect(await counter.take(lockRule, from)).toMatchObject({ isLocked: false });
      }
      expect(await counter.take(lockRule, "k")).toMatchObject({ isLocked: true });
    });

    // Attack: locking a subject for its owner, by failures from elsewhere; and guessing for ever where the owner has succeeded.
    it("counts and locks a source that has succeeded on its own", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      const counter = freshCounter();
      await succeedFrom(counter, "home");
      for (const from of ["a", "b", "c", "d", "e"]) await counter.take(lockRule, from);
      expect(await counter.take(lockRule, "f")).toMatchObject({ isLocked: true, locks: false });
      expect(await counter.take(lockRule, "home")).toMatchObject({ isLocked: false, locks: false });
      for (const each of [2, 3, 4, 5]) {
        vi.setSystemTime(start + each * 60_000);
        expect(await counter.take(lockRule, "home")).toMatchObject({ isLocked: false, locks: each === 5 });
      }
      vi.setSystemTime(start + 6 * 60_000);
      expect(await counter.take(lockRule, "home")).toMatchObject({ isLocked: true, locks: false });
      await counter.clear();
      expect(await counter.take(lockRule, "home")).toMatchObject({ isLocked: false });
    });

    it("reports which failure locks", async () => {
      const counter = freshCounter();
      for (const from of ["a", "b", "c", "d"])
        expect(await counter.take(lockRule, from)).toMatchObject({ locks: false });
      expect(await counter.take(lockRule, "e")).toMatchObject({ locks: true });
      expect(await counter.take(lockRule, "f")).toMatchObject({ locks: false });
    });

    // Attack: reading from storage from where a user signs in.
    it("keeps the last eight sources that have succeeded, none of them readable, for 400 days", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      const counter = freshCounter();
      for (const index of Array(10).keys()) await succeedFrom(counter, `203.0.113.${index}`);
      await counter.remember("203.0.113.10");
      const stored = await storedIn(counter);
      expect(JSON.stringify(stored)).not.toContain("203.0.113");
      expect(stored[0]?.[1].known).toHaveLength(8);
      expect(await counter.knows("203.0.113.10")).toBe(true);
      expect(await counter.knows("203.0.113.3")).toBe(true);
      expect(await counter.knows("203.0.113.2")).toBe(false);
      expect(await alarmOf(counter)).toBe(start + 400 * days);
      await passTo(counter, start + 400 * days);
      expect(await storedIn(counter)).toEqual([]);
    });

    it("is cleared at most once in a while", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      const counter = freshCounter();
      const lock = async () => {
        for (const _ of [1, 2, 3, 4, 5, 6]) await counter.take(lockRule, crypto.randomUUID());
      };
      await lock();
      await counter.clear({ minIntervalMillis: days });
      expect(await counter.take(lockRule, "a")).toMatchObject({ isLocked: false });
      await lock();
      await counter.clear({ minIntervalMillis: days });
      expect(await counter.take(lockRule, "b")).toMatchObject({ isLocked: true });
      vi.setSystemTime(start + days);
      await counter.clear({ minIntervalMillis: days });
      expect(await counter.take(lockRule, "c")).toMatchObject({ isLocked: false });
    });

    // Attack: filling the storage, by attempts on one subject or on made-up ones.
    it("keeps no more attempts than the lock takes; forgets a row after a day for each, and a lock after a year", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      const [row, locked] = [freshCounter(), freshCounter()];
      await row.take(lockRule, "a");
      for (const index of Array(20).keys()) await locked.take(lockRule, `network ${index}`);
      expect((await storedIn(locked))[0]?.[1]).toMatchObject({ inARow: 5, attempts: Array(5).fill(expect.anything()) });
      for (const counter of [row, locked]) await passTo(counter, start + 60_000);
      expect(await alarmOf(row)).toBe(start + days);
      await row.take(lockRule, "b");
      await passTo(row, start + 60_000 + 60_000);
      expect(await alarmOf(row)).toBe(start + 60_000 + 2 * days);
      const long = freshCounter();
      for (const index of Array(40).keys()) await long.take({ ...lockRule, lockAfter: 100 }, `network ${index}`);
      await passTo(long, start + 200_000);
      expect(await alarmOf(long)).toBeLessThanOrEqual(start + 200_000 + 30 * days);
      expect(await alarmOf(locked)).toBe(start + 365 * days);
      await passTo(row, start + 3 * days);
      expect(await storedIn(row)).toEqual([]);
      expect(await locked.take(lockRule, "b")).toMatchObject({ isLocked: true });
      await passTo(locked, start + 366 * days);
      expect(await storedIn(locked)).toEqual([]);
    });
  });
});

async function succeedFrom(counter: CounterStub, from: string): Promise<void> {
  const outcome = await counter.take({ ...rule, lockAfter: 5 }, from);
  if (!("countedAt" in outcome)) throw new Error("The attempt was refused");
  await counter.succeed(outcome.countedAt, from);
}

type CounterStub = ReturnType<typeof freshCounter>;

const alarmOf = (counter: CounterStub) => runInDurableObject(counter, (_, { storage }) => storage.getAlarm());

const storedIn = (counter: CounterStub) =>
  runInDurableObject(counter, (_, { storage }) => [...storage.kv.list<Record<string, unknown>>()]);

/** Moves the clock, and runs the alarm that is due then. */
async function passTo(counter: CounterStub, now: number): Promise<void> {
  vi.setSystemTime(now);
  await runDurableObjectAlarm(counter);
}
