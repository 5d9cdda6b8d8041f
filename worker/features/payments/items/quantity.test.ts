import { describe, expect, it } from "vitest";
import { fc } from "../../../../scripts/testing/property-testing";
import { addInterval, type DayInterval, intervalsBetween } from "../catalogue";
import type { Holding } from "./holdings";
import { dueCheckpoint } from "./ledger";
import { type Change, emptyState, type Ledger, quantityAt, stateAfter } from "./quantity";

describe("the quantity after changes", () => {
  it("is the sum of what was added and what was used, and may be negative", () => {
    expect(quantity(0, [])).toBe(0);
    expect(quantity(2, [change(0, 10), change(1, -4)])).toBe(6);
    expect(quantity(2, [change(0, 10), change(1, -14)])).toBe(-4);
  });

  it("loses what expires without having been used, and nothing that was used", () => {
    expect(quantity(3, [change(0, 10, 2), change(1, -3)])).toBe(0);
    expect(quantity(1, [change(0, 10, 2), change(1, -3)])).toBe(7);
    expect(quantity(3, [change(0, 10, 2), change(2.5, -3)])).toBe(-3);
  });

  it("is used from what expires first", () => {
    expect(quantity(3, [change(0, 10, 2), change(0, 10), change(1, -12)])).toBe(8);
    expect(quantity(3, [change(0, 10), change(0, 10, 2), change(1, -12)])).toBe(8);
    const two = [change(0, 10, 4), change(0, 10, 2), change(1, -5)];
    expect([1, 2, 4].map((days) => quantity(days, two))).toEqual([15, 10, 0]);
  });

  it("gets back what was taken for a time, unless the grant that it came from is gone by then", () => {
    const lent = [change(0, 10), change(1, -4, 3)];
    expect([1, 2, 3].map((days) => quantity(days, lent))).toEqual([6, 6, 10]);
    expect(quantity(9, [change(0, 10, 5), change(1, -4, 8)])).toBe(0);
  });

  it("is not changed by a grant that was over when it was made", () => {
    expect(quantity(3, [change(0, -3), change(2, 10, 1)])).toBe(-3);
    expect(quantity(3, [change(0, 5), change(2, -3, 1)])).toBe(5);
  });
});

describe("the quantity of what a purchase includes", () => {
  const weekly: DayInterval = [1, "week"];

  it("granted once stays, or goes with the purchase, also when it is renewed", () => {
    const stays = holding({ periodEnd: at(30) });
    expect([0, 29, 31].map((days) => quantity(days, [], [stays]))).toEqual([10, 10, 10]);
    const goes = holding({ periodEnd: at(30), expires: "when-purchase-expires" });
    expect([0, 29, 30].map((days) => quantity(days, [], [goes]))).toEqual([10, 10, 0]);
    const renewed = { ...goes, periodEnd: at(60) };
    expect(quantity(31, [change(1, -4)], [renewed])).toBe(6);
  });

  it("is nothing before the purchase, and of one that never came into force", () => {
    expect(quantity(0, [], [holding({ startedAt: at(1) })])).toBe(0);
    expect(quantity(1, [], [holding({ endedAt: at(0) })])).toBe(0);
  });

  it("granted again in each interval adds up where it never expires", () => {
    const added = holding({ repeat: weekly, periodEnd: at(30) });
    expect([0, 6.9, 7, 29, 300].map((days) => quantity(days, [], [added]))).toEqual([10, 10, 20, 50, 50]);
    const gone = { ...added, expires: "when-purchase-expires" as const };
    expect([0, 7, 29, 30].map((days) => quantity(days, [], [gone]))).toEqual([10, 20, 50, 0]);
  });

  it("granted again in each interval replaces what is left of the last one where it expires then", () => {
    const replaced = holding({ repeat: weekly, expires: "when-repeated" });
    expect([0, 7, 300].map((days) => quantity(days, [], [replaced]))).toEqual([10, 10, 10]);
    const used = [change(1, -3)];
    expect([1, 6.9, 7].map((days) => quantity(days, used, [replaced]))).toEqual([7, 7, 10]);
    // What was used beyond the grant is owed in the next window.
    expect([1, 7, 14].map((days) => quantity(days, [change(1, -13)], [replaced]))).toEqual([-3, 7, 10]);
    expect(quantity(7, [change(1, -3, 7)], [replaced])).toBe(10);
  });

  it("outlasts its period by the rest of its window, and not its purchase", () => {
    const replaced = holding({ repeat: weekly, expires: "when-repeated", periodEnd: at(30) });
    expect([30, 34, 35].map((days) => quantity(days, [], [replaced]))).toEqual([10, 10, 0]);
    expect(quantity(30, [], [{ ...replaced, endedAt: at(30) }])).toBe(0);
  });

  it("is not granted again by a purchase that ends at the very time of the next grant", () => {
    const monthly = holding({
      repeat: [1, "month"],
      startedAt: Date.UTC(2026, 0, 31),
      periodEnd: Date.UTC(2026, 1, 28),
    });
    const ledger = { state: emptyState, changes: [], holdings: [monthly] };
    expect(quantityAt(Date.UTC(2026, 1, 28), ledger)).toBe(10);
    expect(quantityAt(Date.UTC(2026, 1, 28), { ...ledger, holdings: [{ ...monthly, periodEnd: null }] })).toBe(20);
  });

  it("is granted once while a repeat has no length", () => {
    // Attack: an interval of no length has no number of steps, and one who counts them never ends.
    expect(quantity(300, [], [holding({ repeat: null, expires: "when-repeated" })])).toBe(10);
  });

  it("does not leave a debt behind when the offer is made smaller", () => {
    const before = holding({ amount: 100, pastAmount: 100, repeat: weekly, expires: "when-repeated" });
    const used = [change(1, -90)];
    expect(quantity(8, used, [before])).toBe(100);
    expect(quantity(8, used, [{ ...before, amount: 10 }])).toBe(10);
  });

  it("is granted once for a window in which it was out of force for a part", () => {
    const free = holding({ repeat: weekly, expires: "when-repeated", pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [change(1, -4)], [free]))).toEqual([6, 6, 6]);
    const long = { ...free, pauses: [{ from: at(2), until: at(16) }] };
    expect([6, 7, 13, 15, 16].map((days) => quantity(days, [], [long]))).toEqual([10, 0, 0, 0, 10]);
    const used = [change(1, -25)];
    expect([16, 21].map((days) => quantity(days, used, [long]))).toEqual([-5, 5]);
  });

  it("that stays is not granted again after a time out of force", () => {
    const once = holding({ pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [], [once]))).toEqual([10, 10, 10]);
    const added = holding({ repeat: weekly, pauses: [{ from: at(2), until: at(16) }] });
    expect([1, 8, 16, 21].map((days) => quantity(days, [], [added]))).toEqual([10, 10, 10, 20]);
    const goes = holding({ expires: "when-purchase-expires", pauses: [{ from: at(2), until: at(4) }] });
    expect([1, 3, 5].map((days) => quantity(days, [change(1, -4)], [goes]))).toEqual([6, -4, 6]);
  });
});

describe("the quantity of what was stored without limits", () => {
  // Evidence: ends-granted-once-where-next-grant
  it("ends, and is granted once where the next grant is after all dates", () => {
    // Attack: a repeat that leads past the last date is a loop that does not end, for all projects of the isolate.
    for (const repeat of [
      [1_000_000, "year"],
      [1e300, "day"],
    ] as const) {
      const granted = holding({ repeat: [...repeat], expires: "when-repeated" });
      expect(quantity(400, [], [granted])).toBe(10);
      expect(quantity(400, [change(1, -4)], [granted])).toBe(6);
      expect(quantity(400, [change(1, -4)], [{ ...granted, periodEnd: 8.64e22, endedAt: at(300) }])).toBe(0);
    }
    for (const odd of [{ startedAt: Number.NaN }, { repeat: [Number.NaN, "month"] as DayInterval }]) {
      const granted = holding({ repeat: [1, "day"], expires: "when-repeated", ...odd });
      expect(quantity(400, [change(1, -4)], [granted])).toEqual(expect.any(Number));
    }
  });

  it("is a whole number that is exact, however much is included", () => {
    const all = holding({ amount: Number.MAX_VALUE, pastAmount: Number.MAX_VALUE, repeat: [1, "day"] });
    expect(quantity(400, [change(1, -4)], [all, all])).toBe(Number.MAX_SAFE_INTEGER);
    expect(quantity(400, [change(1, -Number.MAX_VALUE)], [])).toBe(-Number.MAX_SAFE_INTEGER);
  });
});

it("a ledger needs few steps after years of daily repeats and of uses", () => {
  const daily = holding({ repeat: [1, "day"], expires: "when-repeated" });
  let ledger: Ledger = { state: emptyState, changes: [], holdings: [daily] };
  for (let hours = 0; hours < 3 * 365 * 24; hours += 6) {
    ledger = {
      ...ledger,
      changes: [...ledger.changes, { delta: -3, createdAt: at(0) + hours * (day / 24), expiresAt: null }],
    };
    if (ledger.changes.length === 64) ledger = { ...ledger, state: stored(stateAfter(ledger)), changes: [] };
  }
  expect(ledger.state.steps.length).toBeLessThan(64);
  // Of 12 a day, 10 are granted.
  expect(quantityAt(at(3 * 365), { ...ledger, holdings: [daily] })).toBe(10 - 2 * 3 * 365);
});

/** A ledger of uses that are taken back at times of their own. */
function temporaryUses(count: number) {
  const changes = Array.from({ length: count }, (_, index) => change(0, -1, index + 1));
  return { state: emptyState, changes, holdings: [], seq: count, now: at(0) };
}

describe("a checkpoint", () => {
  it("is due after many changes", () => {
    expect(dueCheckpoint(temporaryUses(63))).toBeUndefined();
    expect(dueCheckpoint(temporaryUses(64))?.state.removed).toBe(64);
  });

  it("is not made of more than a row holds", () => {
    // Attack: changes that end at times of their own fill the checkpoint, until no further change can be stored.
    expect(dueCheckpoint(temporaryUses(20_000))).toBeUndefined();
  });
});

/** Times in days, of which many fall together. */
const days = fc.nat(160);
const amount = fc.integer({ min: 1, max: 12 });
const never = fc.constant(null);

const changes = fc.array(
  fc
    .record({ days: fc.nat(120), delta: fc.integer({ min: -10, max: 10 }), lasts: fc.option(fc.nat(40)) })
    .map(({ days: made, delta, lasts }) => change(made, delta, lasts === null ? null : made + lasts)),
  { maxLength: 14 },
);

const repeats = fc.constantFrom<DayInterval | null>(null, [1, "day"], [5, "day"], [1, "week"], [1, "month"]);

const holdings = fc.array(
  fc
    .record({
      amount,
      repeat: repeats,
      expires: fc.constantFrom<Holding["expires"]>("never", "when-purchase-expires", "when-repeated"),
      from: fc.nat(60),
      period: fc.oneof(never, fc.nat(70)),
      rights: fc.oneof(never, never, fc.nat(70)),
    })
    .map(({ from, period, rights, ...each }) => {
      const startedAt = at(from);
      const end = (length: number | null) => (length === null ? null : startedAt + length * day);
      return holding({ ...each, pastAmount: each.amount, startedAt, periodEnd: end(period), endedAt: end(rights) });
    }),
  { maxLength: 3 },
);

/** Holds what there is of an item, and a time at which it is read. */
const ledgers = fc.record({ changes, holdings, now: days });

const runs = { numRuns: 400 };

/** Whatever the order in which rows arrive. */
function shuffled<T>(items: readonly T[]) {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}

describe("the quantity of any ledger", () => {
  it("is that of the contract's walk over its entries", () => {
    const isWalked = fc.property(ledgers, ({ changes: all, holdings: held, now }) => {
      expect(quantity(now, all, held)).toBe(walked(now, all, held));
    });
    fc.assert(isWalked, runs);
  });

  it("does not depend on the order of changes at one time, nor of purchases", () => {
    const orders = ledgers.chain(({ changes: all, holdings: held, now }) =>
      fc.record({
        ...{ all: fc.constant(all), held: fc.constant(held), now: fc.constant(now) },
        ...{ otherAll: shuffled(all), otherHeld: shuffled(held) },
      }),
    );
    const isSame = fc.property(orders, ({ all, held, now, otherAll, otherHeld }) => {
      expect(quantity(now, otherAll, otherHeld)).toBe(quantity(now, all, held));
    });
    fc.assert(isSame, runs);
  });

  it("counts nothing twice and loses nothing, wherever checkpoints are", () => {
    const withPlaces = fc.record({ ledger: ledgers, isPlace: fc.infiniteStream(fc.boolean()) });
    const isSame = fc.property(withPlaces, ({ ledger: { changes: all, holdings: held, now }, isPlace }) => {
      const made = all.filter(({ createdAt }) => createdAt <= at(now)).toSorted((a, b) => a.createdAt - b.createdAt);
      let ledger: Ledger = { state: emptyState, changes: [], holdings: held };
      for (const next of made) {
        ledger = { ...ledger, changes: [...ledger.changes, next] };
        if (isPlace.next().value) ledger = { ...ledger, state: stored(stateAfter(ledger)), changes: [] };
      }
      expect(quantityAt(at(now), ledger)).toBe(quantity(now, all, held));
    });
    fc.assert(isSame, runs);
  });

  it("is the same where a change is made in two parts, or a purchase is of two units", () => {
    const isSame = fc.property(ledgers, ({ changes: all, holdings: held, now }) => {
      const inParts = all.flatMap((each) => {
        const half = Math.trunc(each.delta / 2);
        return [half, each.delta - half].map((delta) => ({ ...each, delta }));
      });
      const inUnits = held.flatMap((each) =>
        [1, each.amount - 1].map((units) => ({ ...each, amount: units, pastAmount: units })),
      );
      expect(quantity(now, inParts, inUnits)).toBe(quantity(now, all, held));
    });
    fc.assert(isSame, runs);
  });

  it("never has more than was granted and has not expired, nor less than all uses leave of it", () => {
    const isWithin = fc.property(changes, days, (all, now) => {
      const made = all.filter(({ createdAt, expiresAt }) => createdAt <= at(now) && (expiresAt ?? at(999)) > at(now));
      const of = (some: Change[]) => some.reduce((sum, { delta }) => sum + delta, 0);
      const left = quantity(now, all);
      expect(left).toBeLessThanOrEqual(of(made.filter(({ delta }) => delta > 0)));
      expect(left).toBeGreaterThanOrEqual(of(made));
    });
    fc.assert(isWithin, runs);
  });

  it("is used from what expires first: only what no use could take is lost", () => {
    const grants = fc.array(fc.record({ amount, expires: fc.option(fc.integer({ min: 2, max: 40 })) }), {
      maxLength: 8,
    });
    const isFirst = fc.property(grants, fc.nat(60), fc.integer({ min: 2, max: 50 }), (all, used, now) => {
      const made = all.map((each) => change(0, each.amount, each.expires));
      // One after the other, in the order in which they expire.
      let open = used;
      const left = all
        .toSorted((a, b) => (a.expires ?? 999) - (b.expires ?? 999))
        .map((each) => {
          const taken = Math.min(open, each.amount);
          open -= taken;
          return (each.expires ?? 999) > now ? each.amount - taken : 0;
        });
      const expected = left.reduce((sum, each) => sum + each, 0) - open;
      expect(quantity(now, used === 0 ? made : [...made, change(1, -used)])).toBe(expected);
    });
    fc.assert(isFirst, runs);
  });
});

describe("any interval", () => {
  const intervals = fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom("day", "week", "month", "year"),
  ) as fc.Arbitrary<DayInterval>;
  const times = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });

  it("of months ends on the same day, or on the last one of a month that is shorter, at the same time of day", () => {
    const isCalendar = fc.property(times, fc.integer({ min: 1, max: 400 }), (from, months) => {
      const [start, end] = [new Date(from), new Date(addInterval(from, [1, "month"], months))];
      const month = start.getUTCMonth() + months;
      const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
      expect([end.getUTCFullYear() * 12 + end.getUTCMonth(), end.getUTCDate(), from % day]).toEqual([
        start.getUTCFullYear() * 12 + month,
        Math.min(start.getUTCDate(), lastDay),
        end.getTime() % day,
      ]);
    });
    fc.assert(isCalendar, runs);
  });

  it("from 31 January is one month long until the end of February, and granted again then and on 31 March", () => {
    const years = fc.integer({ min: 1990, max: 2090 });
    const isGranted = fc.property(years, (year) => {
      const monthly = holding({ repeat: [1, "month"], startedAt: Date.UTC(year, 0, 31, 12) });
      const ledger = { state: emptyState, changes: [], holdings: [monthly] };
      const ends = [Date.UTC(year, 2, 0, 12), Date.UTC(year, 2, 31, 12), Date.UTC(year, 3, 30, 12)];
      expect(ends.map((end) => quantityAt(end - 1, ledger))).toEqual([10, 20, 30]);
      expect(ends.map((end) => quantityAt(end, ledger))).toEqual([20, 30, 40]);
    });
    fc.assert(isGranted, { numRuns: 100 });
  });

  it("fits as often between two times as it was added, and each step is later than the one before", () => {
    const isCounted = fc.property(times, intervals, fc.nat(60), (from, interval, count) => {
      const end = addInterval(from, interval, count);
      expect(intervalsBetween(from, end, interval)).toBe(count);
      expect(intervalsBetween(from, end - 1, interval)).toBe(Math.max(0, count - 1));
      expect(addInterval(from, interval, count + 1)).toBeGreaterThan(end);
    });
    fc.assert(isCounted, runs);
  });
});

/** The contract's computation, by all entries and all times. */
function walked(days: number, changes: readonly Change[], holdings: readonly Holding[]): number {
  const now = at(days);
  const entries = [
    ...changes.filter(({ createdAt, expiresAt }) => expiresAt === null || expiresAt > createdAt),
    ...holdings.flatMap((each) => entriesOf(each, now)),
  ].filter(({ createdAt }) => createdAt <= now);
  const grants = entries.filter(({ delta }) => delta > 0);
  const expired = grants.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now);
  const uses = entries.filter(({ delta, expiresAt }) => delta < 0 && (expiresAt === null || expiresAt > now));
  const times = new Set([...uses.map(({ createdAt }) => createdAt), ...expired.map(({ expiresAt }) => expiresAt ?? 0)]);
  let lost = 0;
  for (const time of [...times].toSorted((a, b) => a - b)) {
    const used = uses.filter(({ createdAt }) => createdAt === time).reduce((sum, { delta }) => sum - delta, 0);
    const gone = expired.filter(({ expiresAt }) => (expiresAt ?? 0) <= time).reduce((sum, { delta }) => sum + delta, 0);
    lost = Math.max(lost + used, gone);
  }
  return grants.reduce((sum, { delta }) => sum + delta, 0) - lost;
}

/** The entries of a purchase by the contract's table. */
function entriesOf({ amount, repeat, expires, startedAt, periodEnd, endedAt }: Holding, now: number): Change[] {
  const end = Math.min(periodEnd ?? Number.POSITIVE_INFINITY, endedAt ?? Number.POSITIVE_INFINITY);
  const entries: Change[] = [];
  for (let k = 0; k === 0 || repeat; k++) {
    const createdAt = repeat ? addInterval(startedAt, repeat, k) : startedAt;
    if (createdAt > now || createdAt >= end) break;
    const windowEnd = repeat
      ? Math.min(addInterval(startedAt, repeat, k + 1), endedAt ?? Number.POSITIVE_INFINITY)
      : null;
    const expiresAt = {
      never: null,
      "when-purchase-expires": Number.isFinite(end) ? end : null,
      "when-repeated": windowEnd,
    };
    entries.push({ delta: amount, createdAt, expiresAt: expiresAt[expires] });
  }
  return entries;
}

const day = 24 * 60 * 60 * 1000;

/** Days since the start of the tests' time. */
const at = (days: number) => Date.UTC(2026, 0, 1) + days * day;

const change = (days: number, delta: number, expires: number | null = null): Change => ({
  delta,
  createdAt: at(days),
  expiresAt: expires === null ? null : at(expires),
});

const holding = (changes: Partial<Holding>): Holding => ({
  amount: 10,
  pastAmount: 10,
  repeat: null,
  expires: "never",
  startedAt: at(0),
  periodEnd: null,
  endedAt: null,
  pauses: [],
  ...changes,
});

/** The quantity after those changes that are made by then, in whatever order they are given. */
function quantity(days: number, changes: readonly Change[], holdings: readonly Holding[] = []): number {
  const until = changes.filter(({ createdAt }) => createdAt <= at(days)).toSorted((a, b) => a.createdAt - b.createdAt);
  return quantityAt(at(days), { state: emptyState, changes: until, holdings });
}

/** As it comes back from where it is stored. */
const stored = <T>(state: T): T => JSON.parse(JSON.stringify(state));
