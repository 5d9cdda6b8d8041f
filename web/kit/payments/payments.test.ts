import { describe, expectTypeOf, it } from "vitest";
import type { ListTransactionsOptions, Transaction } from "../operations/payments";
import type { QueryOf, ResponseOf } from "../requests/endpoints";
import { adminAppOf } from "../testing/admin-app";
import { refusal, serverOfEachTest } from "../testing/api-server";
import type { ItemUsageOptions } from "./usage";

const api = serverOfEachTest();

describe("a project's account at Stripe", () => {
  it("is set up on a page of Stripe's, and read again afterwards", async ({ expect }) => {
    api.on("POST /internal/payments/setup", { body: { url: "https://connect.stripe.com/setup/c/acct_1" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.setupPayments()).toEqual({ url: "https://connect.stripe.com/setup/c/acct_1" });
    expect(sent().tier).toBe("admin");
    expect(changed).toEqual(["stripe-account"]);
  });

  it("is read as Stripe has it", async ({ expect }) => {
    const info = { account_id: "acct_1", charges_enabled: true, details_submitted: true, payouts_enabled: false };
    api.on("GET /internal/payments/stripe/account-info", { body: info });
    expect(await adminAppOf(api).app.getStripeAccountInfo()).toEqual(info);
  });

  it("404 STRIPE_ACCOUNT_INFO_NOT_FOUND: is null where there is none", async ({ expect }) => {
    const notFound = refusal("STRIPE_ACCOUNT_INFO_NOT_FOUND", 404, "Stripe account information not found.");
    api.on("GET /internal/payments/stripe/account-info", notFound);
    expect(await adminAppOf(api).app.getStripeAccountInfo()).toBeNull();
  });

  it("501: is no null where the instance takes no payments, but an error", async ({ expect }) => {
    const body = "This instance takes no payments";
    api.on("GET /internal/payments/stripe/account-info", { status: 501, body });
    await expect(adminAppOf(api).app.getStripeAccountInfo()).rejects.toThrow(body);
  });

  it("has sessions for Stripe's widgets, which change nothing", async ({ expect }) => {
    api.on("POST /internal/payments/stripe-widgets/account-session", { body: { client_secret: "accs_secret" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.createStripeWidgetAccountSession()).toEqual({ client_secret: "accs_secret" });
    expect(sent().tier).toBe("admin");
    expect(changed).toEqual([]);
  });
});

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

type Query = QueryOf<"GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage", "server">;

describe("the usage of an item", () => {
  it("is reported with dates, for any customer and time", async ({ expect }) => {
    expectTypeOf<ItemUsageOptions["interval"]>().toEqualTypeOf<Query["interval"]>();
    const items = [{ at_millis: 9, quantity: 7, added: 10, removed: 3 }];
    api.on("GET /payments/items/team/t1/seats/usage?from_millis=1", { body: { items } });
    const asked = "from_millis=1&until_millis=9&interval=hour";
    api.on(`GET /payments/items/custom/a%2Fb/credits/usage?${asked}`, { body: { items: [] } });
    const { app } = adminAppOf(api);
    const from = new Date(1);
    expect(await app.getItemUsage({ teamId: "t1", itemId: "seats", from })).toEqual([
      { at: new Date(9), quantity: 7, added: 10, removed: 3 },
    ]);
    const custom = { customCustomerId: "a/b", itemId: "credits", from, until: new Date(9), interval: "hour" } as const;
    expect(await app.getItemUsage(custom)).toEqual([]);
    expect(api.received.map(({ headers }) => headers["x-stack-access-type"])).toEqual(["server", "server"]);
  });

  it("throws for an item of no customer", async ({ expect }) => {
    const usage = { itemId: "credits", from: new Date(1) } as never;
    await expect(adminAppOf(api).app.getItemUsage(usage)).rejects.toThrow(
      "getItemUsage requires one of userId, teamId, or customCustomerId",
    );
  });
});
