import { expectTypeOf, it } from "vitest";
import type { ListTransactionsOptions, Transaction } from "../operations/payments";
import type { QueryOf, ResponseOf } from "../requests/endpoints";
import type { ItemUsageOptions } from "./item";

type OnWire = ResponseOf<"GET /internal/payments/transactions", "admin">["transactions"][number];
type Filters = QueryOf<"GET /internal/payments/transactions", "admin">;
type Usage = QueryOf<"GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage", "server">;

it("transactions have the fields, and are listed by the types, that the API has", () => {
  expectTypeOf<keyof Transaction>().toEqualTypeOf<keyof OnWire>();
  expectTypeOf<OnWire>().toExtend<Transaction>();
  expectTypeOf<ListTransactionsOptions["type"]>().toEqualTypeOf<Filters["type"]>();
  expectTypeOf<ListTransactionsOptions["customerType"]>().toEqualTypeOf<Filters["customer_type"]>();
});

it("the usage of an item is reported by the intervals that the API has", () => {
  expectTypeOf<ItemUsageOptions["interval"]>().toEqualTypeOf<Usage["interval"]>();
});
