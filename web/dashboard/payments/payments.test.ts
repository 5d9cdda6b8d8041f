import { describe, it } from "vitest";
import type { Transaction } from "../../kit";
import { parseCsv } from "../files/csv";
import { cursorsOf, nextPage, parsePaymentSearch, previousPage, transactionRequestOf } from "./payment-search";
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
