import { describe, expect, it } from "vitest";
import { renderConfig } from "../../../config";
import {
  addInterval,
  basesOf,
  dateOrNull,
  defaultOffers,
  endOfPeriod,
  findOffer,
  findPrice,
  InlineOffer,
  intervalsBetween,
  isRecurring,
  minorUnits,
  offerOfInline,
  priceAmount,
  pricesOf,
  timesQuantity,
} from "./index";

const time = (text: string) => Date.parse(`${text}Z`);
const date = (millis: number) => new Date(millis).toISOString().slice(0, 16);

describe("an amount of money", () => {
  it.each([
    ["USD", "5.25", 525],
    ["USD", "5", 500],
    ["EUR", "5.2", 520],
    ["GBP", "0.07", 7],
    ["INR", "0", 0],
    ["JPY", "500", 500],
    // 1.15 * 100 and 4.35 * 100 are no whole numbers in floating point.
    ["AUD", "1.15", 115],
    ["CAD", "4.35", 435],
    ["USD", "999999999999.99", 99_999_999_999_999],
  ] as const)("%s %s is %i of its smallest units", (currency, amount, units) => {
    expect(minorUnits(currency, amount)).toBe(units);
  });

  it("times a quantity is exact, or refused", () => {
    expect(timesQuantity(435, 3)).toBe(1305);
    expect(() => timesQuantity(99_999_999_999_999, 1000)).toThrow(RangeError);
  });

  it("is missing where a price is not sold in its currency", () => {
    expect(priceAmount({ USD: "5.25", serverOnly: false }, "USD")).toBe(525);
    expect(priceAmount({ USD: "5.25", serverOnly: false }, "EUR")).toBeUndefined();
  });
});

describe("an interval", () => {
  it.each([
    ["2026-01-31T10:00", [1, "month"], 1, "2026-02-28T10:00"],
    ["2026-01-31T10:00", [1, "month"], 2, "2026-03-31T10:00"],
    ["2028-01-31T10:00", [1, "month"], 1, "2028-02-29T10:00"],
    ["2026-03-31T10:00", [1, "month"], 1, "2026-04-30T10:00"],
    ["2026-12-15T10:00", [2, "month"], 1, "2027-02-15T10:00"],
    ["2028-02-29T10:00", [1, "year"], 1, "2029-02-28T10:00"],
    ["2028-02-29T10:00", [1, "year"], 4, "2032-02-29T10:00"],
    ["2026-03-28T10:00", [3, "day"], 2, "2026-04-03T10:00"],
    ["2026-03-28T10:00", [2, "week"], 1, "2026-04-11T10:00"],
  ] as const)("after %s, %j %i times, ends at %s", (from, interval, times, to) => {
    expect(date(addInterval(time(from), interval, times))).toBe(to);
  });

  it("is counted as often as it fits between two times", () => {
    for (const interval of [
      [1, "day"],
      [3, "week"],
      [1, "month"],
      [5, "month"],
      [1, "year"],
      [3, "year"],
    ] as const) {
      for (const from of ["2026-01-31T10:00", "2028-02-29T00:00", "2026-12-01T23:59"].map(time)) {
        for (const times of [0, 1, 2, 7, 50]) {
          const end = addInterval(from, interval, times);
          expect(intervalsBetween(from, end, interval)).toBe(times);
          expect(intervalsBetween(from, end - 1, interval)).toBe(Math.max(0, times - 1));
        }
      }
    }
  });
});

describe("an interval that ends after all dates", () => {
  const from = time("2026-01-31T10:00");
  const longest = [
    [1_000_000, "year"],
    [1e15, "day"],
    [1e300, "week"],
    [Number.MAX_VALUE, "month"],
  ] as const;

  it("never ends, and fits no time", () => {
    // Attack: an interval in a stored purchase leads past the last date, and what is computed with it is no number.
    for (const interval of longest) {
      expect(addInterval(from, interval)).toBe(Number.POSITIVE_INFINITY);
      expect(intervalsBetween(from, time("2126-01-31T10:00"), interval)).toBe(0);
      expect(endOfPeriod(from, interval)).toBeNull();
    }
    expect([8.64e22, Number.NaN, from, null].map(dateOrNull)).toEqual([null, null, from, null]);
    expect(addInterval(Number.NaN, [1, "day"])).toBe(Number.POSITIVE_INFINITY);
    expect(intervalsBetween(Number.NaN, from, [1, "month"])).toBe(0);
    expect(endOfPeriod(from, [1, "month"])).toBe(time("2026-02-28T10:00"));
  });
});

describe("the offers of a configuration", () => {
  const prices = {
    monthly: { USD: "5.25", interval: [1, "month"] },
    once: { EUR: "50" },
    odd: { USD: "1", interval: [0, "day"] },
  };
  const config = renderConfig({
    "payments.offers": {
      other: { customerType: "team", groupId: "plans", prices: "include-by-default" },
      free: { customerType: "user", groupId: "plans", prices: "include-by-default" },
      alsoFree: { customerType: "user", groupId: "plans", prices: "include-by-default" },
      alone: { customerType: "user", prices: "include-by-default" },
      pro: { customerType: "user", groupId: "plans", prices },
      more: { customerType: "user", prices, isAddOnTo: { pro: true } },
    },
  });

  it("are found by their own ids only", () => {
    expect(findOffer(config, "pro")?.id).toBe("pro");
    // Attack: names that every object has, of which one might pass for an offer or a price.
    for (const id of ["none", "constructor", "__proto__", "toString"]) {
      expect(findOffer(config, id)).toBeUndefined();
      expect(findPrice(config.payments.offers.pro as never, id)).toBeUndefined();
    }
  });

  it("have prices that recur or not, and none where they are included by default", () => {
    const pro = findOffer(config, "pro");
    const free = findOffer(config, "free");
    if (!pro || !free) throw new Error("The offers are missing");
    expect(Object.entries(pricesOf(pro)).map(([id, price]) => [id, isRecurring(price)])).toEqual([
      ["monthly", true],
      ["once", false],
      ["odd", false],
    ]);
    expect(pricesOf(free)).toEqual({});
    expect([basesOf(pro), basesOf(config.payments.offers.more as never)]).toEqual([[], ["pro"]]);
  });

  it("include one by default in each group, the first for the type of the customer", () => {
    expect(defaultOffers(config, "user").map(({ id }) => id)).toEqual(["free"]);
    expect(defaultOffers(config, "team").map(({ id }) => id)).toEqual(["other"]);
    expect(defaultOffers(config, "custom")).toEqual([]);
  });
});

describe("an inline offer", () => {
  const inline = {
    display_name: "Credits",
    customer_type: "user",
    prices: { once: { USD: "5", free_trial: [1, "week"] } },
  };

  it("becomes one as the configuration has them, for servers only and not stackable", () => {
    const parsed = InlineOffer.parse({ ...inline, included_items: { credits: { quantity: 5 } } });
    expect(offerOfInline(parsed)).toEqual({
      displayName: "Credits",
      customerType: "user",
      isAddOnTo: false,
      serverOnly: true,
      stackable: false,
      prices: { once: { USD: "5", freeTrial: [1, "week"], serverOnly: true } },
      includedItems: { credits: { quantity: 5, repeat: "never", expires: "never" } },
    });
    expect(offerOfInline(InlineOffer.parse(inline)).includedItems).toEqual({});
  });

  it.each([
    ["a price without an amount", { prices: { once: {} } }, "At least one currency is required"],
    ["a price of the server's own", { prices: { once: { USD: "5", server_only: true } } }, "Unrecognized key"],
    ["a group", { group_id: "plans" }, "Unrecognized key"],
    ["an offer for clients", { server_only: false }, "expected true"],
    [
      "an interval longer than all that are sold",
      { prices: { monthly: { USD: "5", interval: [1001, "day"] } } },
      "expected number to be <=1000",
    ],
    ["a longer trial", { free_trial: [1_000_000, "year"] }, "expected number to be <=1000"],
    [
      "a longer repeat",
      { included_items: { credits: { quantity: 1, repeat: [1_000_000, "year"] } } },
      "expected number to be <=1000",
    ],
    [
      "more of an item than can be counted exactly",
      { included_items: { credits: { quantity: 1e308 } } },
      "expected number to be <=1000000000",
    ],
    [
      "more items than a row holds",
      { included_items: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`i${n}`, {}])) },
      "An offer has at most 100 included items",
    ],
  ])("with %s is refused", (_, changes, complaint) => {
    const parsed = InlineOffer.safeParse({ ...inline, ...changes });
    expect(parsed.error?.issues.map(({ message }) => message).join()).toContain(complaint);
  });
});
