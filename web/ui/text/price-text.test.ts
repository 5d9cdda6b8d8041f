import { describe, it } from "vitest";
import { english } from "../translation/translate";
import { amountOf, currenciesOf, moneyText, priceText } from "./price-text";

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
