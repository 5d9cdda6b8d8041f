import { describe, expectTypeOf, it } from "vitest";
import type { QueryOf, ResponseOf } from "../requests/endpoints";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import type { ListTransactionsOptions, Transaction } from "./transactions";

const api = serverOfEachTest();

type OnWire = ResponseOf<"GET /internal/payments/transactions", "admin">["transactions"][number];
type Filters = QueryOf<"GET /internal/payments/transactions", "admin">;

describe("transactions", () => {
  it("have the fields, and are listed by the types, that the API has", () => {
    expectTypeOf<keyof Transaction>().toEqualTypeOf<keyof OnWire>();
    expectTypeOf<OnWire>().toExtend<Transaction>();
    expectTypeOf<ListTransactionsOptions["type"]>().toEqualTypeOf<Filters["type"]>();
    expectTypeOf<ListTransactionsOptions["customerType"]>().toEqualTypeOf<Filters["customer_type"]>();
  });

  it("are listed in pages, by any filter, in the names of the API", async ({ expect }) => {
    const transactions = [{ id: "t1", type: "one_time", created_at_millis: 5, price: { USD: "5.25" } }];
    api.on("GET /internal/payments/transactions", { body: { transactions, next_cursor: "5_t1" } });
    const filters = "cursor=5_t1&limit=1&type=subscription&customer_type=team";
    api.on(`GET /internal/payments/transactions?${filters}`, { body: { transactions: [], next_cursor: null } });
    const { app } = adminAppOf(api);
    expect(await app.listTransactions()).toEqual({ transactions, nextCursor: "5_t1" });
    const asked = { cursor: "5_t1", limit: 1, type: "subscription", customerType: "team" } as const;
    expect(await app.listTransactions(asked)).toEqual({ transactions: [], nextCursor: null });
  });
});
