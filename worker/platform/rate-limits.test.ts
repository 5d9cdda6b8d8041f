import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { networkOf } from "./rate-limits";
import { newId } from "./secrets";

const rule = { name: "test", limit: 3, windowMillis: 60_000 };

afterEach(() => void vi.useRealTimers());

const freshCounter = () => env.ATTEMPTS.getByName(newId());

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["", ""],
  ])("takes %j for %j", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("AttemptCounter", () => {
  it("allows as many as the rule does, and reports when the next may come", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const counter = freshCounter();
    expect(await counter.take(rule)).toEqual({ countedAt: 1_000_000 });
    vi.setSystemTime(1_010_000);
    await counter.take(rule);
    await counter.take(rule);
    expect(await counter.take(rule)).toEqual({ retryAfterMillis: 50_000 });
    vi.setSystemTime(1_059_999);
    expect(await counter.take(rule)).toEqual({ retryAfterMillis: 1 });
    vi.setSystemTime(1_060_000);
    expect(await counter.take(rule)).toEqual({ countedAt: 1_060_000 });
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
    const counter = freshCounter();
    const outcome = await counter.take(rule);
    const alarm = await runInDurableObject(counter, (_, state) => state.storage.getAlarm());
    expect(alarm).toBe("countedAt" in outcome && outcome.countedAt + 60_000);
    await runDurableObjectAlarm(counter);
    const left = await runInDurableObject(counter, (_, state) => [...state.storage.kv.list()]);
    expect(left).toEqual([]);
  });
});
