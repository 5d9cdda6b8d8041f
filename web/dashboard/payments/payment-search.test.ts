import { describe, it } from "vitest";
import { parsePaymentSearch, transactionRequestOf } from "./payment-search";

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
