import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { checkAmount, checkDuration, checkNewId, checkQuantity, checkThreshold } from "./catalogue-rules";
import { newPrice } from "./offer-values";

describe("what can be saved in the catalogue", () => {
  it("has ids as the configuration takes them, each once", ({ expect }) => {
    for (const id of ["pro", "_pro-2", " Pro ", "a".repeat(63)]) expect(checkNewId(id, ["basic"], english)).toBe(true);
    expect(
      ["", "2pro", "größe", "a.b", "a".repeat(64), "basic"].map((id) => checkNewId(id, ["basic"], english)),
    ).toEqual([
      "Enter an ID, such as pro.",
      "Start the ID with a letter or an underscore.",
      "An ID has only the letters a to z, digits, hyphens and underscores.",
      "An ID has only the letters a to z, digits, hyphens and underscores.",
      "An ID has at most 63 characters.",
      "This ID is taken.",
    ]);
  });

  it("has amounts with the decimals of their currency, and one for each price", ({ expect }) => {
    const price = newPrice("monthly");
    const other = { ...price, amounts: { ...price.amounts, EUR: "9" } };
    for (const amount of ["9", "9.9", "0.50", "999999999999"]) {
      expect(checkAmount(amount, "USD", price, english)).toBe(true);
    }
    expect([checkAmount("", "USD", other, english), checkAmount("", "EUR", price, english)]).toEqual([true, true]);
    expect(
      ["", "9,90", "-1", "9.999", "09", "1000000000000"].map((text) => checkAmount(text, "USD", price, english)),
    ).toEqual([
      "Enter an amount in at least one currency.",
      "Enter an amount such as 9.99.",
      "Enter an amount such as 9.99.",
      "USD has at most 2 decimals.",
      "Leave out the zeros at the start.",
      "The amount is too large.",
    ]);
    expect(checkAmount("9.5", "JPY", price, english)).toBe("JPY has no decimals.");
  });

  it("has durations and quantities that are whole numbers, and thresholds that are numbers", ({ expect }) => {
    expect(["", "1", "1000"].map((text) => checkDuration(text, english))).toEqual([true, true, true]);
    expect(checkDuration("0", english)).toBe("Enter a whole number from 1 to 1,000.");
    expect(["0", "1000000000"].map((text) => checkQuantity(text, english))).toEqual([true, true]);
    expect(checkQuantity("1.5", english)).toBe("Enter a whole number from 0 to 1,000,000,000.");
    expect(["", "-3", "2.5"].map((text) => checkThreshold(text, english))).toEqual([true, true, true]);
    expect(checkThreshold("few", english)).toBe("Enter a number, or leave it empty.");
  });
});
