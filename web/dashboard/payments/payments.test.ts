import { describe, it } from "vitest";
import type { Transaction } from "../../kit";
import { parseCsv } from "../files/csv";
import { english } from "../translation/english";
import { checkAmount, checkDuration, checkNewId, checkQuantity, checkThreshold } from "./catalogue/catalogue-rules";
import { newOffer, newPrice, settingOfOffer, valuesOfOffer } from "./catalogue/offer-values";
import { checkoutCode, decreaseCode, grantCode, quantityCode, subscriptionCode, switchCode } from "./customer-code";
import { checkChange, checkExpiry } from "./customers/customer-dialogs";
import { cursorsOf, nextPage, parsePaymentSearch, previousPage, transactionRequestOf } from "./payment-search";
import { changesIn, leftByDay, reportStart } from "./queries";
import { files, readAmount, typedAmount } from "./transaction-dialogs";

describe("parsePaymentSearch", () => {
  it("keeps valid values", ({ expect }) => {
    for (const search of [
      { type: "one_time", customerType: "team", after: "1795000000000_a.1794000000000_b" },
      { mode: "test", open: "export" },
      { part: "catalogue", item: "credits", add: "group" },
      { part: "catalogue", try: "pro" },
      { part: "customers", customerType: "custom", customer: "workspace-7", query: "work" },
      { part: "customers", customer: "ada", item: "credits" },
    ]) {
      expect(parsePaymentSearch(search)).toEqual(search);
    }
  });

  it("leaves out unknown keys, invalid values and those of other parts", ({ expect }) => {
    expect(
      parsePaymentSearch({ type: "refund", mode: "free", customerType: "robot", after: "", tab: 1, open: "x" }),
    ).toEqual({});
    expect(parsePaymentSearch({ type: 1, after: true, part: "overview" })).toEqual({});
    expect(parsePaymentSearch({ part: "catalogue", type: "one_time", add: "offer" })).toEqual({ part: "catalogue" });
    expect(parsePaymentSearch({ part: "customers", item: "credits" })).toEqual({ part: "customers" });
    expect(parsePaymentSearch({ part: "constructor", customer: "ada" })).toEqual({});
  });

  it("keeps the id of a customer that consists of digits", ({ expect }) => {
    const search = { part: "customers", customerType: "custom", customer: 42 };
    expect(parsePaymentSearch(search)).toEqual({ ...search, customer: "42" });
  });
});

describe("transactionRequestOf", () => {
  it("asks for the page of the last cursor, of the type, and for the first page without either", ({ expect }) => {
    const search = {
      type: "subscription",
      mode: "live",
      customerType: "team",
      after: "1795000000000_a.1794000000000_b",
    } as const;
    expect(transactionRequestOf(search)).toEqual({
      type: "subscription",
      test_mode: false,
      customer_type: "team",
      limit: "25",
      cursor: "1794000000000_b",
    });
    expect(transactionRequestOf({})).toEqual({ limit: "25" });
  });
});

const bought: Transaction = {
  ...{ id: "one", type: "subscription", created_at_millis: 0, customer_type: "user", customer_id: "ada" },
  ...{ customer_display_name: "=Ada", quantity: 3, test_mode: true, offer_id: "pro", offer_display_name: "Pro" },
  ...{ price: { USD: "10", EUR: "9.5", interval: [1, "month"] }, status: "active", stripe_subscription_id: null },
};
const change: Transaction = {
  ...{ id: "two", type: "item_quantity_change", created_at_millis: 1000, customer_type: "custom", customer_id: "c" },
  ...{ customer_display_name: null, quantity: -2, test_mode: false, offer_display_name: null, price: null },
  ...{ status: null, item_id: "credits", description: "Used, twice", expires_at_millis: 2000 },
};

describe("a file of transactions", () => {
  it("has a row for each, with its times as ISO 8601 and its price in each currency", ({ expect }) => {
    const written = files.csv.write([bought, change]);
    // Attack: a customer's name is a formula, which the owner's spreadsheet runs.
    expect(written).toContain(",'=Ada,");
    const [header = [], ...rows] = parseCsv(written);
    const records = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
    expect(records).toEqual([
      expect.objectContaining({
        ...{ id: "one", created_at: "1970-01-01T00:00:00.000Z", customer_display_name: "=Ada", quantity: "3" },
        ...{ test_mode: "true", price: "10 USD / 9.5 EUR", interval: "1 month", status: "active", expires_at: "" },
      }),
      expect.objectContaining({
        ...{ id: "two", customer_display_name: "", quantity: "-2", price: "", item_id: "credits" },
        ...{ description: "Used, twice", expires_at: "1970-01-01T00:00:02.000Z" },
      }),
    ]);
  });

  it("is JSON as the API has it", ({ expect }) => {
    expect(JSON.parse(files.json.write([bought, change]))).toEqual([bought, change]);
  });
});

describe("an amount to refund", () => {
  it("is read to the last digit, in the decimals of its currency", ({ expect }) => {
    expect(readAmount("12.5", "USD", 2000)).toBe(1250);
    expect(readAmount(" 0,29 ", "EUR", 2000)).toBe(29);
    expect(readAmount("400", "JPY", 400)).toBe(400);
    expect(typedAmount(1250, "USD")).toBe("12.50");
    expect(typedAmount(400, "JPY")).toBe("400");
  });

  it("is refused when it is nothing, more than what is left, or of too many decimals", ({ expect }) => {
    for (const text of ["", "0", "-1", "20.01", "1.005", "1,000.00", "1e3"]) {
      expect(readAmount(text, "USD", 2000)).toBe(undefined);
    }
    expect(readAmount("1.5", "JPY", 400)).toBe(undefined);
  });
});

const first = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01";
const second = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a02";

describe("paging", () => {
  it("adds a cursor for each page forward and removes it again backward", ({ expect }) => {
    const search: { q: string; after?: string } = { q: "ada" };
    const onSecond = nextPage(search, first);
    const onThird = nextPage(onSecond, second);
    expect(cursorsOf(search)).toEqual([]);
    expect(cursorsOf(onThird)).toEqual([first, second]);
    expect(previousPage(onThird)).toEqual(onSecond);
    expect(cursorsOf(previousPage(onSecond))).toEqual([]);
    expect(previousPage(onSecond).q).toBe("ada");
  });
});

describe("what can be saved in the catalogue", () => {
  it("has ids as the configuration takes them, each once", ({ expect }) => {
    for (const id of ["pro", "_pro-2", " Pro ", "a".repeat(63)]) expect(checkNewId(id, ["basic"], english)).toBe(true);
    expect(
      ["", "2pro", "größe", "a.b", "a".repeat(64), "basic"].map((id) => checkNewId(id, ["basic"], english)),
    ).toEqual([
      "Enter an ID.",
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

const ada = { type: "user", id: "u1" } as const;
const workspace = { type: "custom", id: 'a"b' } as const;

describe("what was done for a customer, as code", () => {
  it("creates links, and buys in test mode", ({ expect }) => {
    expect(grantCode(ada, "pro", { priceId: "monthly", quantity: 2 })).toBe(
      [
        'const user = await serverApp.getUser("u1");',
        'const url = await user.createCheckoutUrl({\n  offerId: "pro",\n});',
        'const fullCode = new URL(url).pathname.split("/").at(-1);',
        'await adminApp.testModePurchase({ fullCode, priceId: "monthly", quantity: 2 });',
      ].join("\n"),
    );
    expect(checkoutCode(workspace, "pro")).toBe(
      'const url = await serverApp.createCheckoutUrl({\n  customCustomerId: "a\\"b",\n  offerId: "pro",\n});',
    );
  });

  it("changes subscriptions and quantities", ({ expect }) => {
    expect(subscriptionCode({ type: "team", id: "t1" }, "cancel", "s1")).toBe(
      'const team = await serverApp.getTeam("t1");\nawait billingOf(team).cancel("s1");',
    );
    expect(subscriptionCode(workspace, "resume", "s1")).toBe(
      'await billingOf({ app: serverApp, customCustomerId: "a\\"b" }).resume("s1");',
    );
    expect(switchCode(ada, "s1", { offerId: "max", priceId: "monthly" })).toBe(
      'const user = await serverApp.getUser("u1");\nawait billingOf(user).switch("s1", {\n  offerId: "max",\n  priceId: "monthly",\n});',
    );
    expect(quantityCode(ada, "credits", { quantity: -5 })).toBe(
      'await adminApp.createItemQuantityChange({\n  userId: "u1",\n  itemId: "credits",\n  quantity: -5,\n});',
    );
    expect(decreaseCode(ada, "credits", 5)).toBe(
      'const item = await serverApp.getItem({\n  userId: "u1",\n  itemId: "credits",\n});\nawait item.decreaseQuantity(5);',
    );
  });
});

describe("a change of a quantity", () => {
  it("is a whole number other than 0, of at most a million millions", ({ expect }) => {
    for (const text of ["5", "-5", "+5", " 1000000000000 "]) expect(checkChange(text, english)).toBe(true);
    for (const text of ["", "0", "-0", "1.5", "1e3", "five", "--5"]) {
      expect(checkChange(text, english)).toBe("Enter a whole number other than 0.");
    }
    expect(checkChange("-1000000000001", english)).toBe("This is too much at once.");
  });

  it("ends in the future, or never", ({ expect }) => {
    const now = new Date("2027-01-05T12:00").getTime();
    expect([checkExpiry("", now, english), checkExpiry("2027-01-05T12:01", now, english)]).toEqual([true, true]);
    expect(checkExpiry("2027-01-05T12:00", now, english)).toBe("Choose a time in the future.");
    expect(checkExpiry("soon", now, english)).toBe("Enter a date and a time, or leave it empty.");
  });
});

describe("the report on an item", () => {
  it("begins 29 days before today, at midnight in UTC", ({ expect }) => {
    expect(reportStart(Date.parse("2026-01-30T17:05:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(reportStart(Date.parse("2026-01-30T00:00:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  });

  it("has each day once, with what was left at its end, and sums what changed on its days", ({ expect }) => {
    const usage = [
      { at: new Date("2026-01-02T00:00:00Z"), quantity: 12, added: 10, removed: 3 },
      { at: new Date("2026-01-02T17:05:00Z"), quantity: 11, added: 0, removed: 1 },
    ];
    expect(leftByDay(usage)).toEqual([
      { date: "2026-01-01", value: 12 },
      { date: "2026-01-02", value: 11 },
    ]);
    expect(changesIn(usage)).toEqual({ added: 10, removed: 4 });
    expect(leftByDay([])).toEqual([]);
  });
});
