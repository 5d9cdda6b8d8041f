import { describe, it } from "vitest";
import { english } from "../translation/translate";
import { amountOf, currenciesOf, moneyText, priceText } from "./price-text";
import { formatRelativeTime } from "./relative-time";

describe("moneyText", () => {
  it.for([
    [1000, "USD", "$10.00"],
    [5, "EUR", "€0.05"],
    [0, "USD", "$0.00"],
    [-250, "GBP", "-£2.50"],
    [1200, "JPY", "¥1,200"],
    [1234, "KWD", "KWD\u00a01.234"],
    [99_999_999_999_999_999n, "USD", "$999,999,999,999,999.99"],
  ] as const)("%s of the smallest units of %s are %s, to the last digit", ([amount, currency, text], { expect }) => {
    expect(moneyText(amount, currency, english)).toBe(text);
  });
});

describe("priceText", () => {
  it("multiplies amounts as integers, and names how often they are paid", ({ expect }) => {
    const price = { USD: "0.1", JPY: "100", interval: [3, "month"] } as const;
    expect(currenciesOf(price)).toEqual(["USD", "JPY"]);
    expect(amountOf(price, "USD", 3)).toBe(30n);
    expect(priceText(price, "USD", 3, english)).toBe("$0.30 / 3 months");
    expect(priceText(price, "JPY", 1, english)).toBe("¥100 / 3 months");
    expect(priceText({ EUR: "5" }, "EUR", 1, english)).toBe("€5.00");
    expect(priceText({ EUR: "5", interval: [1, "year"] }, "EUR", 1, english)).toBe("€5.00 / year");
  });
});

const now = new Date("2026-03-01T12:00:00Z");
const second = 1_000;
const day = 86_400 * second;

const cases: [string, number, string][] = [
  ["nothing", 0, "just now"],
  ["almost a quarter of a minute", -14_999, "just now"],
  ["a quarter of a minute", -15 * second, "15 seconds ago"],
  ["almost a minute", -59 * second, "59 seconds ago"],
  ["a minute and a half", -90 * second, "1 minute ago"],
  ["hours, ahead", 2 * 3_600 * second, "in 2 hours"],
  ["almost two hours, ahead", 2 * 3_600 * second - second, "in 2 hours"],
  ["a little more than two hours, ahead", 2 * 3_600 * second + 60 * second, "in 2 hours"],
  ["almost a minute, ahead", 59 * second, "in 59 seconds"],
  ["almost a day, ahead", day - second, "in 24 hours"],
  ["almost seven days, ahead", 7 * day - second, "in 7 days"],
  ["a day and a half, ahead", 1.5 * day, "in 2 days"],
  ["a week and three days, ahead", 10 * day, "in 1 week"],
  ["almost seven days ago", -7 * day + second, "6 days ago"],
  ["days", -3 * day, "3 days ago"],
  ["five weeks", -35 * day, "5 weeks ago"],
  ["more than five weeks", -36 * day, "Jan 24, 2026"],
  ["more than five weeks, ahead", 36 * day, "Apr 6, 2026"],
];

describe("formatRelativeTime", () => {
  for (const [distance, millis, text] of cases) {
    it(`returns "${text}" for ${distance}`, ({ expect }) => {
      expect(formatRelativeTime(new Date(now.getTime() + millis), now, english)).toBe(text);
    });
  }
});
