import { describe, it } from "vitest";
import { parsePaymentSearch, transactionRequestOf } from "./payment-search";

describe("parsePaymentSearch", () => {
  it("keeps valid values", ({ expect }) => {
    const search = { type: "one_time", after: "1795000000000_a.1794000000000_b" };
    expect(parsePaymentSearch(search)).toEqual(search);
  });

  it("leaves out unknown keys and invalid values", ({ expect }) => {
    expect(parsePaymentSearch({ type: "refund", after: "", tab: 1 })).toEqual({});
    expect(parsePaymentSearch({ type: 1, after: 7 })).toEqual({});
  });
});

describe("transactionRequestOf", () => {
  it("asks for the page of the last cursor, of the type, and for the first page without either", ({ expect }) => {
    const search = { type: "subscription", after: "1795000000000_a.1794000000000_b" } as const;
    expect(transactionRequestOf(search)).toEqual({ type: "subscription", limit: 25, cursor: "1794000000000_b" });
    expect(transactionRequestOf({})).toEqual({ limit: 25 });
  });
});
