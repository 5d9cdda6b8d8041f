import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { checkAmount, checkDuration, checkNewId, checkQuantity, checkThreshold } from "./catalogue-rules";
import { newOffer, newPrice, settingOfOffer, valuesOfOffer } from "./offer-values";

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

const pro = {
  displayName: "Pro",
  customerType: "team",
  groupId: "plans",
  isAddOnTo: { basic: true },
  freeTrial: [2, "week"],
  serverOnly: false,
  stackable: true,
  prices: {
    monthly: { USD: "10", EUR: "9.50", interval: [1, "month"], freeTrial: [3, "day"], serverOnly: true },
    once: { JPY: "5000" },
  },
  includedItems: {
    seats: { quantity: 5, repeat: "never", expires: "when-purchase-expires" },
    credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" },
  },
} as const;

describe("an offer in the form of its editor", () => {
  it("is saved as it was read, with every setting that it has", ({ expect }) => {
    expect(settingOfOffer(valuesOfOffer("pro", pro))).toEqual(pro);
    const free = { ...pro, prices: "include-by-default" } as const;
    expect(settingOfOffer(valuesOfOffer("pro", free))).toEqual(free);
  });

  it("leaves out what is empty, and is named by its id where it has no name", ({ expect }) => {
    const price = { ...newPrice("monthly"), amounts: { ...newPrice("").amounts, GBP: " 8 " } };
    expect(settingOfOffer({ ...newOffer(), id: "basic", prices: [price] })).toEqual({
      displayName: "basic",
      customerType: "user",
      serverOnly: false,
      stackable: false,
      prices: { monthly: { GBP: "8", interval: [1, "month"] } },
      includedItems: {},
    });
  });

  it("takes an interval of no length for none", ({ expect }) => {
    const values = valuesOfOffer("odd", { prices: { odd: { USD: "1", interval: [0, "day"] } }, isAddOnTo: false });
    expect(values).toMatchObject({ bases: [], prices: [{ interval: { count: "" } }] });
  });
});
