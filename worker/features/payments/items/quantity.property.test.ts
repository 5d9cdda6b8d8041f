import { describe, expect, it } from "vitest";
import { fc } from "../../../../scripts/testing/property-testing";
import { addInterval, type DayInterval, intervalsBetween } from "../catalogue";
import type { Holding } from "./holdings";
import { type Change, emptyState, type Ledger, quantityAt, stateAfter } from "./quantity";
import { at, change, day, holding, quantity, stored } from "./quantity.fixtures";

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
