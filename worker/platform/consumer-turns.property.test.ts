import { describe, expect, it } from "vitest";
import { fc } from "../../scripts/testing/property-testing";
import { ConsumerTurns } from "./consumer-turns";

const longMillis = 250;
const patienceMillis = 3_600_000;

/** Returns how long a fresh line may wait for others: each has one turn, and together they take at once what a whole share allows. */
function maxWait(others: number, maxWhole = 1): number {
  const atOnceMillis = 1_000 * maxWhole;
  return longMillis * (others + 2) + 1.25 * atOnceMillis;
}

interface Message {
  at: number;
  line: string;
  /** Sets how long its work takes. */
  millis: number;
  hasWaited?: boolean;
}

/** Returns when each message's work began at the one consumer of a queue, which serves those that have come in their order. */
async function served(turns: ConsumerTurns, messages: readonly Message[], until: number) {
  const queue = messages.toSorted((a, b) => a.at - b.at);
  const underWay: { end: number; finish: () => Promise<void> }[] = [];
  const begun: Message[] = [];
  let now = 0;
  async function settle(time: number) {
    for (;;) {
      const [first] = underWay.sort((a, b) => a.end - b.end);
      if (!first || first.end > time) break;
      now = Math.max(now, first.end);
      underWay.shift();
      await first.finish();
    }
    now = time;
  }
  for (let message = queue.shift(); message && now < until; message = queue.shift()) {
    await settle(Math.max(now, message.at));
    const { line, millis, hasWaited = false } = message;
    const wait = turns.waitOf(line, now, { hasWaited, patienceMillis });
    if (wait > 0) {
      const at = now + wait;
      const index = queue.findIndex((other) => other.at > at);
      queue.splice(index === -1 ? queue.length : index, 0, { ...message, at, hasWaited: true });
      continue;
    }
    begun.push({ ...message, at: now });
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const done = turns.run(
      line,
      now,
      () => promise,
      () => now,
    );
    const finish = () => {
      resolve(true);
      return done;
    };
    underWay.push({ end: now + millis, finish });
    await settle(now + Math.min(millis, longMillis));
  }
  return begun;
}

const floods = fc.record({
  sites: fc.integer({ min: 1, max: 40 }),
  perSecond: fc.integer({ min: 1, max: 20 }),
  // Addresses that nobody has, and emails by a server that takes its time.
  millis: fc.array(fc.constantFrom(8, 50, 240, 400, 1_500, 10_000), { minLength: 1, maxLength: 20 }),
  at: fc.integer({ min: 0, max: 90_000 }),
});

const servers = fc.record({
  millis: fc.array(fc.integer({ min: 1, max: 249 }), { minLength: 1, maxLength: 20, size: "max" }),
  perSecond: fc.integer({ min: 1, max: 40 }),
  maxWhole: fc.constantFrom(1, 2),
  at: fc.integer({ min: 0, max: 90_000 }),
});

describe("turns at a consumer, for any arrivals", () => {
  // Evidence: other-sites-resets-do-not-wait
  it("are a fresh site's within seconds, whatever forty others request", async () => {
    // Attack: a stranger with forty IPv6 /48s requests twenty resets a second for a minute. The resets are of made-up addresses and of
    // the stranger's own accounts. All others' resets wait behind them at the consumer.
    await fc.assert(
      fc.asyncProperty(floods, async ({ sites, perSecond, millis, at }) => {
        const flood = Array.from({ length: 60 * perSecond }, (_, index) => ({
          at: (index * 1000) / perSecond,
          line: `s${index % sites}`,
          millis: millis[index % millis.length] ?? 0,
        }));
        const turns = new ConsumerTurns(longMillis, { maxWhole: 1 });
        const begun = await served(turns, [...flood, { at, line: "owner", millis: 300 }], at + 60_000);
        const wait = (begun.find(({ line }) => line === "owner")?.at ?? Number.POSITIVE_INFINITY) - at;
        expect(wait).toBeLessThan(maxWait(sites));
      }),
      { numRuns: 60 },
    );
  });

  // Evidence: slow-mail-servers-divide-the-time
  it("come within seconds to a line that takes no more than its part, whatever time those of others take", async () => {
    // Attack: an owner with up to twenty projects requests resets without end. Their mail servers take just less than what makes them
    // wait for each other. Each project has a fifth of the consumer's time, so that five have all, and everybody's emails come ever
    // later. In a project whose users request one now and then, their resets wait for one another.
    await fc.assert(
      fc.asyncProperty(servers, async ({ millis, perSecond, maxWhole, at }) => {
        const flood = Array.from({ length: 120 * perSecond }, (_, index) => ({
          at: (index * 1000) / perSecond,
          line: `p${index % millis.length}`,
          millis: millis[index % millis.length] ?? 0,
        }));
        const turns = new ConsumerTurns(longMillis, { maxWhole });
        const gap = (5 * longMillis * (millis.length + 1)) / maxWhole;
        const owners = Array.from({ length: 1 + Math.floor((100_000 - at) / gap) }, (_, index) => at + index * gap);
        const messages = [...flood, ...owners.map((time) => ({ at: time, line: "owner", millis: longMillis - 1 }))];
        const begun = await served(turns, messages, 120_000);
        const times = begun.filter(({ line }) => line === "owner").map((one) => one.at);
        expect(times).toHaveLength(owners.length);
        const waits = times.map((time, index) => time - (owners[index] ?? 0));
        expect(Math.max(...waits)).toBeLessThan(maxWait(millis.length, maxWhole));
        const taken = begun.filter(({ line }) => line !== "owner").reduce((sum, one) => sum + one.millis, 0);
        const firsts = millis.reduce((sum, one) => sum + one, 0);
        expect(taken).toBeLessThan((1.5 * 120_000 * maxWhole) / 5 + firsts);
      }),
      { numRuns: 40 },
    );
  });

  it("of a project beside one other are what they would be without it", async () => {
    const steps = fc.array(
      fc.record({
        line: fc.constantFrom("p", "q"),
        millis: fc.constantFrom(0, 8, 249, 250, 10_000),
        isWell: fc.boolean(),
        hasWaited: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const of = { maxWhole: 2 };
        const [together, alone] = [new ConsumerTurns(longMillis, of), new ConsumerTurns(longMillis, of)];
        let now = 0;
        for (const { line, millis, isWell, hasWaited } of all) {
          const step = async (turns: ConsumerTurns) => {
            const wait = turns.waitOf(line, now, { hasWaited, patienceMillis });
            let clock = now;
            const work = async () => {
              clock += millis;
              return isWell;
            };
            if (wait === 0) await turns.run(line, now, work, () => clock);
            return wait;
          };
          const wait = await step(together);
          if (line === "p") expect(await step(alone)).toBe(wait);
          now += millis;
        }
      }),
    );
  });
});
