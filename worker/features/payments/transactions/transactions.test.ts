import { describe, expect, it } from "vitest";
import { renderConfig } from "../../../config";
import type { CustomerType } from "../../../db/payments/customer";
import { itemQuantityChanges } from "../../../db/payments/items/schema";
import { oneTimePurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { selectOneTimePage, selectSubscriptionPage } from "../../../db/payments/transactions/queries";
import type { Id } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { findOffer } from "../catalogue";

const list = "GET /internal/payments/transactions";

const prices = { once: { USD: "5.25", freeTrial: [1, "day"] }, monthly: { EUR: "9.99", interval: [1, "month"] } };
const offer = findOffer(
  renderConfig({ "payments.offers.pack": { displayName: "Pack", customerType: "user", prices } }),
  "pack",
);

const itemFor = (customerType: CustomerType) => ({ displayName: "Credits", customerType });
const withItem = {
  "payments.items": {
    "user-credits": itemFor("user"),
    "team-credits": itemFor("team"),
    "custom-credits": itemFor("custom"),
  },
};

/** Stores what a project's customers have bought and used: `count` of each kind, at times that may be the same. */
async function withTransactions(count: number, types: CustomerType[] = ["user"]): Promise<TestProject> {
  const p = await project();
  if (!offer) throw new Error("There is no offer");
  const { id: _, ...config } = offer;
  for (let index = 0; index < count; index++) {
    for (const customerType of types) {
      const ofCustomer = { projectId: p.id, customerType, customerId: "c" };
      const bought = { ...ofCustomer, offerId: "pack", offer: config, quantity: 2, isTest: index % 2 === 1 };
      const createdAt = 1000 + Math.floor(index / 2);
      const change = { ...ofCustomer, itemId: "credits", delta: -3, createdAt, expiresAt: 9000, description: "Used" };
      await db.batch([
        db.insert(subscriptions).values({
          ...{ ...bought, id: newId(), createdAt, priceId: "monthly", status: "active", currentPeriodStart: createdAt },
          ...{
            cancelsAtPeriodEnd: false,
            stripeSubscriptionId: `sub_${customerType}_${index}`,
            stripeEventId: "evt_1",
          },
        }),
        db.insert(oneTimePurchases).values({
          ...{ ...bought, id: newId(), createdAt, priceId: "once", refundedAt: 5000 },
          ...{ stripePaymentIntentId: `pi_${customerType}_${index}`, stripeEventId: "evt_2" },
        }),
        // What a purchase has put into the ledger is not a transaction of its own.
        db.insert(itemQuantityChanges).values([
          { ...change, id: newId(), seq: 2 * index + 1, source: "request" },
          { ...change, id: newId(), seq: 2 * index + 2, source: "purchase", purchaseId: newId() },
        ]),
      ]);
    }
  }
  return p;
}

/** All pages of a list. */
async function pages(p: TestProject, query: Record<string, string>) {
  const found: { id: string; type: string; created_at_millis: number; customer_type: string; test_mode: boolean }[][] =
    [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await p.admin(list, { query: { ...query, ...(cursor && { cursor }) } });
    if (status !== 200) throw new Error(body);
    found.push(body.transactions);
    cursor = body.next_cursor;
  }
  return found;
}

describe(list, () => {
  it("200 with each kind as the wire has it, and with what it traces to", async () => {
    const p = await withTransactions(1);
    const { body } = await p.admin(list);
    const ofAll = {
      id: expect.any(String),
      created_at_millis: 1000,
      customer_type: "user",
      customer_id: "c",
      customer_display_name: null,
    };
    const ofOffer = { ...ofAll, quantity: 2, test_mode: false, offer_id: "pack", offer_display_name: "Pack" };
    expect(body.next_cursor).toBe(null);
    expect(body.transactions).toHaveLength(3);
    expect(body.transactions).toEqual(
      expect.arrayContaining([
        {
          ...{ ...ofOffer, type: "subscription", status: "active", price: { EUR: "9.99", interval: [1, "month"] } },
          ...{ stripe_subscription_id: "sub_user_0", stripe_event_id: "evt_1" },
        },
        {
          ...{ ...ofOffer, type: "one_time", status: null, price: { USD: "5.25" }, refunded_at_millis: 5000 },
          ...{ stripe_payment_intent_id: "pi_user_0", stripe_event_id: "evt_2" },
        },
        {
          ...{ ...ofAll, type: "item_quantity_change", quantity: -3, test_mode: false, offer_display_name: null },
          ...{ price: null, status: null, item_id: "credits", description: "Used", expires_at_millis: 9000 },
        },
      ]),
    );
  });

  it("200: pages of any size have each transaction once, newest first, ties by id", async () => {
    const p = await withTransactions(5, ["user", "team", "custom"]);
    const [all = []] = await pages(p, { limit: "200" });
    expect(all).toHaveLength(45);
    const inOrder = all.toSorted((a, b) => b.created_at_millis - a.created_at_millis || (a.id < b.id ? 1 : -1));
    expect(all).toEqual(inOrder);
    for (const limit of ["1", "2", "7", "45"]) {
      const found = await pages(p, { limit });
      expect(found.slice(0, -1).every((page) => page.length === Number(limit))).toBe(true);
      expect(found.flat()).toEqual(all);
    }
  });

  it("200: filters by the kind and by the type of customers, across pages", async () => {
    const p = await withTransactions(3, ["user", "team"]);
    const [all = []] = await pages(p, { limit: "200" });
    for (const type of ["subscription", "one_time", "item_quantity_change"]) {
      expect((await pages(p, { type, limit: "2" })).flat()).toEqual(all.filter((each) => each.type === type));
    }
    const ofTeams = all.filter((each) => each.customer_type === "team");
    expect((await pages(p, { customer_type: "team", limit: "2" })).flat()).toEqual(ofTeams);
    expect(await pages(p, { customer_type: "custom" })).toEqual([[]]);
  });

  it("200: filters by test mode, across pages, in the order of an index of its own", async () => {
    const p = await withTransactions(6);
    const [all = []] = await pages(p, { limit: "200" });
    const inTestMode = all.filter((each) => each.test_mode);
    expect(inTestMode).toHaveLength(6);
    expect((await pages(p, { test_mode: "true", limit: "4" })).flat()).toEqual(inTestMode);
    expect((await pages(p, { test_mode: "false", limit: "4" })).flat()).toEqual(all.filter((each) => !each.test_mode));
    const ofType = { test_mode: "true", type: "subscription" };
    expect((await pages(p, ofType)).flat()).toEqual(inTestMode.filter(({ type }) => type === "subscription"));
    expect(await pages(p, { test_mode: "true", type: "item_quantity_change" })).toEqual([[]]);
    const page = { projectId: p.id as Id, customerType: "user", isTest: true, limit: 4 } as const;
    for (const query of [selectSubscriptionPage(db, page), selectOneTimePage(db, page)]) {
      expect(await planOf(query)).toMatch(
        /^SEARCH \w+ USING INDEX test_\w+_in_order \(project_id=\? AND customer_type=\?\)/,
      );
    }
  });

  it("200 with the names of users and teams as they are now", async () => {
    const p = await project(withItem);
    const create = async (body: object) => (await p.server("POST /users", { body: body as never })).body;
    const named = await create({ display_name: "Ada", primary_email: "ada@example.com" });
    const withoutName = await create({ primary_email: "grace@example.com" });
    const team = (await p.server("POST /teams", { body: { display_name: "Analysts" } })).body;
    const deleted = await create({ display_name: "Gone" });
    const customers = [
      ["user", named.id, "Ada Lovelace"],
      ["user", withoutName.id, "grace@example.com"],
      ["user", deleted.id, null],
      ["team", team.id, "Analysts"],
      ["custom", "workspace-7", null],
    ] as const;
    for (const [customer_type, customer_id] of customers) {
      const params = { customer_type, customer_id, item_id: `${customer_type}-credits` };
      const query = { allow_negative: "true" };
      const path = "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity";
      expect(await p.server(path, { params, query, body: { delta: 1 } })).toMatchObject({ status: 200 });
    }
    const params = { user_id: named.id };
    await p.server("PATCH /users/{user_id}", { params, body: { display_name: "Ada Lovelace" } });
    await p.server("DELETE /users/{user_id}", { params: { user_id: deleted.id } });
    const { body, cost } = await p.admin(list);
    const found = body.transactions.map((each: { customer_id: string; customer_display_name: string | null }) => [
      each.customer_id,
      each.customer_display_name,
    ]);
    expect(new Map(found)).toEqual(new Map(customers.map(([, id, name]) => [id, name])));
    expect(cost.d1).toBe(1);
  });

  it("200: a limit of no sense is 50, others are at least 1 and at most 200", async () => {
    const p = await withTransactions(20);
    const lengthWith = async (limit: string) => (await p.admin(list, { query: { limit } })).body.transactions.length;
    expect(await Promise.all(["", "many", "0", "-3", "201", "1000"].map(lengthWith))).toEqual([50, 50, 1, 1, 60, 60]);
  });

  it("costs one round trip, and no more rows the more there are", async () => {
    const [few, many] = [await withTransactions(10), await withTransactions(60)];
    const costOf = async (p: TestProject) => (await p.admin(list, { query: { limit: "5" } })).cost;
    const [cheap, dear] = [await costOf(few), await costOf(many)];
    expect([cheap.d1, dear.d1, dear.rowsRead]).toEqual([1, 1, cheap.rowsRead]);
  });

  it("200 without what other projects have, whatever the cursor says", async () => {
    // Attack: the cursor of another project's list.
    const [p, other] = [await project(), await withTransactions(2)];
    const { body } = await other.admin(list, { query: { limit: "1" } });
    expect((await p.admin(list, { query: { cursor: body.next_cursor } })).body.transactions).toEqual([]);
  });

  it("400 SCHEMA_ERROR for a cursor, a kind or a customer type that there is not", async () => {
    const p = await project();
    const queries: Record<string, string>[] = [
      { cursor: "x" },
      { cursor: "1000" },
      { type: "gift" },
      { customer_type: "robot" },
      { test_mode: "yes" },
    ];
    for (const query of queries) {
      expectError(await p.admin(list, { query }), 400, "SCHEMA_ERROR");
    }
  });
});
