import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { othersAreActive } from "../testing/active-others";
import { backgroundRest, endBackground } from "./background-turns";
import { newId } from "./secrets";
import { newTrace } from "./trace";
import { millisOf, turnOf } from "./turns";

/** What requests took of the one thread, and what they asked of databases: of a flood in turns, one request after the other. */
const measured = [
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
];

describe("what a request is charged of its project's time", () => {
  // Attack: a tenant floods with what is charged less than it takes, such as reads, and has half of the time where it may have a third.
  it.for(measured)("is what $name took, within a third", ({ millis, ...cost }, { expect }) => {
    const charged = millisOf({ renderMillis: 0, ...cost }, new Set());
    expect(charged).toBeGreaterThan((2 / 3) * millis);
    expect(charged).toBeLessThan((4 / 3) * millis);
  });
});

/** The time stands still, so that what was asked for adds up. */
function stopTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());
}

describe("hashes", () => {
  stopTime();

  /** What the next request of a project waits for after its others have computed twenty hashes. */
  async function afterHashes({ isServer }: { isServer: boolean }) {
    const projectId = newId();
    const next = () => turnOf({ projectId, network: newId() }, { isLimited: true });
    const turn = next();
    await turn.begin(async () => isServer);
    turn.end(null, { trace: { ...newTrace(), hashes: 20 }, announced: new Set() });
    return await next().begin(async () => isServer);
  }

  // Attack: a tenant makes users with passwords by its server key, for which it has a third of the time for hashes and another for requests.
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
  const rests = (projectId: string, count: number) =>
    Array.from({ length: count }, () => backgroundRest(projectId, { limitsRequests }));

  // Attack: a tenant has each of its events fail, so that its retries keep the thread busy when its requests are long over.
  it("begins sixteen runs at once beside others, and rests before the next, for a sixth of the time", ({ expect }) => {
    othersAreActive();
    const hostile = newId();
    expect(rests(hostile, 18)).toEqual([...Array.from({ length: 16 }, () => 0), 210, 210]);
    expect(rests(newId(), 1)).toEqual([0]);
    vi.advanceTimersByTime(210);
    expect(rests(hostile, 2)).toEqual([0, 210]);
  });

  it("rests for as long as its runs have cost more", ({ expect }) => {
    othersAreActive();
    const [hostile, other] = [newId(), newId()];
    endBackground(hostile, { ...newTrace(), d1: 100, rowsWritten: 16_000 });
    expect(rests(hostile, 1)[0]).toBeCloseTo(6 * (6 + 250 + 640 - 35) - 15 * 210, 0);
    expect(rests(other, 1)).toEqual([0]);
  });

  it("never rests while nobody else is there, nor where limits are off", ({ expect }) => {
    const alone = newId();
    vi.advanceTimersByTime(60_000);
    expect(rests(alone, 50)).toEqual(Array.from({ length: 50 }, () => 0));
    othersAreActive();
    const unlimited = Array.from({ length: 50 }, () => backgroundRest(alone, { limitsRequests: false }));
    expect(unlimited).toEqual(Array.from({ length: 50 }, () => 0));
  });
});
