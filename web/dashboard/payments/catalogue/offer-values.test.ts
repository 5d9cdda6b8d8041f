import { describe, it } from "vitest";
import { newOffer, newPrice, settingOfOffer, valuesOfOffer } from "./offer-values";

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
