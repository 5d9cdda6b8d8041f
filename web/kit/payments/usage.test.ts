import { describe, expectTypeOf, it } from "vitest";
import type { QueryOf } from "../requests/endpoints";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import type { ItemUsageOptions } from "./usage";

const api = serverOfEachTest();

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
