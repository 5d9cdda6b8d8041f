import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { oneTimePurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { withStripe } from "../../../testing/stripe";
import { refusesRestricted } from "../../../testing/suspensions";
import { bareUser } from "../../../testing/tokens";
import {
  type Acting,
  atProvider,
  inTestMode,
  listed,
  payingShop,
  person,
  stripeSubscription,
  testShop,
} from "../portal/portal.fixtures";
import {
  billed,
  inlineOffer,
  monthly,
  offer,
  inForce as offersInForce,
  shop,
  stored,
} from "../purchases/purchases.fixtures";

const list = "GET /payments/products/{customer_type}/{customer_id}";
const grant = "POST /payments/products/{customer_type}/{customer_id}";
const cancel = "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}";
const change = "POST /payments/products/{customer_type}/{customer_id}/switch";

const shopper = { customer_type: "custom", customer_id: "shopper" };

const give = (p: TestProject, body: object, params = shopper) => p.server(grant, { params, body });

const owned = async ({ send, customer }: Acting, query = {}) => {
  const { status, body } = await send(list, { params: customer, query });
  expect(status).toBe(200);
  return body;
};

describe("GET /payments/products/{customer_type}/{customer_id}", () => {
  it("200 with subscriptions, what was bought once, and what is free, newest first and page by page", async () => {
    const p = await testShop();
    const who = await person(p);
    const free = { subscription_id: null, current_period_end: null, cancel_at_period_end: false, is_cancelable: false };
    expect((await owned(who)).items).toMatchObject([{ id: "free", type: "subscription", subscription: free }]);
    const id = await inTestMode(p, who);
    await give(p, { product_inline: { ...inlineOffer, customer_type: "user" } }, who.customer);
    const { items, is_paginated, pagination } = await owned(who);
    expect([is_paginated, pagination]).toEqual([true, { next_cursor: null }]);
    expect(items).toMatchObject([
      { id: null, quantity: 1, type: "one_time", subscription: null, product: { display_name: "Tailored" } },
      {
        id: "basic",
        type: "subscription",
        product: { display_name: "Basic", server_only: false, stackable: false },
        subscription: { subscription_id: id, cancel_at_period_end: false, is_cancelable: true },
      },
    ]);
    expect(items[1].switch_options.map(({ product_id }: { product_id: string }) => product_id)).toContain("pro");
    const first = await owned(who, { limit: "1" });
    const second = await owned(who, { limit: "1", cursor: first.pagination.next_cursor });
    expect([first.items, second.items].flat()).toEqual(items);
    expect(second.pagination.next_cursor).toBeNull();
  });

  it("200 with at most 20 products to switch to, of the newest 10 subscriptions of a page", async () => {
    // Attack: a customer of many subscriptions has a response built that no isolate can hold.
    const prices = Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [id, monthly]));
    const seat = offer({ groupId: "plans", customerType: "user", stackable: true, prices });
    const offers = Object.fromEntries(Array.from({ length: 25 }, (_, each) => [`seat${each}`, seat]));
    const p = await testShop({ "payments.offers": offers });
    const who = await person(p);
    const now = Date.now();
    for (let each = 0; each < 12; each++) {
      await billed(p, "seat0", { customerType: "user", customerId: who.id, createdAt: now - each });
    }
    const { items } = await owned(who);
    const counts = items.map((each: { switch_options?: unknown[] }) => each.switch_options?.length);
    expect(counts).toEqual([...Array.from({ length: 10 }, () => 20), undefined, undefined]);
    expect((await listed(who)).subscriptions[0].switch_options).toHaveLength(100);
  });

  it("200 without prices that are for servers only, for a user", async () => {
    const p = await testShop();
    const who = await person(p);
    await inTestMode(p, who, "pro");
    const [pro] = (await owned(who)).items;
    expect(Object.keys(pro.product.prices)).toEqual(["monthly", "once"]);
  });

  it("400 and 401 for who may not act for the customer", async () => {
    // Attack: a user reads what another one has bought.
    const p = await testShop();
    const [who, other] = [await person(p), await bareUser(p.id)];
    const nobody = { customer_type: "user", customer_id: crypto.randomUUID() };
    const read = (customer_type: string, customer_id: string) =>
      who.send(list, { params: { customer_type, customer_id } });
    expectError(await read("user", other), 400, "CUSTOMER_DOES_NOT_EXIST");
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Crew" } });
    expectError(await read("team", team.id), 404, "TEAM_MEMBERSHIP_NOT_FOUND");
    await p.server("POST /team-memberships/{team_id}/{user_id}", { params: { team_id: team.id, user_id: who.id } });
    expectError(await read("team", team.id), 401, "TEAM_PERMISSION_REQUIRED");
    expect((await p.client(list, { params: who.customer })).status).toBe(200);
    expectError(await p.client(list, { params: nobody }), 400, "CUSTOMER_DOES_NOT_EXIST");
    const strict = await testShop({ "payments.clientItemReads": "own" });
    const theirs = { customer_type: "user", customer_id: await bareUser(strict.id) };
    expectError(await strict.client(list, { params: theirs }), 401, "USER_AUTHENTICATION_REQUIRED");
    const me = { customer_type: "user", customer_id: "me" };
    expectError(await p.server(list, { params: me }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });
});

describe("POST /payments/products/{customer_type}/{customer_id}", () => {
  it("200: the customer has it with what it includes, and of a stackable one several", async () => {
    const p = await shop();
    expect((await give(p, { product_id: "pack" })).body).toEqual({ success: true });
    const item = { params: { ...shopper, item_id: "points" } };
    const key = "GET /payments/items/{customer_type}/{customer_id}/{item_id}";
    expect((await p.server(key, item)).body.quantity).toBe(100);
    expect((await give(p, { product_id: "packs", quantity: 2 })).status).toBe(200);
    expect((await give(p, { product_id: "packs" })).status).toBe(200);
    expect((await p.server(key, item)).body.quantity).toBe(400);
    const { purchases } = await stored(p);
    expect(purchases.map(({ offerId, isTest, priceId }) => [offerId, isTest, priceId])).toContainEqual([
      "pack",
      true,
      null,
    ]);
  });

  it("400 PRODUCT_ALREADY_GRANTED for one that is owned, of two at once the second", async () => {
    // Attack: two requests at once give twice what is held once.
    const p = await shop();
    const statuses = await Promise.all([give(p, { product_id: "pack" }), give(p, { product_id: "pack" })]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expectError(await give(p, { product_id: "pack" }), 400, "PRODUCT_ALREADY_GRANTED", {
      product_id: "pack",
      customer_id: "shopper",
    });
    expect((await stored(p)).purchases).toHaveLength(1);
  });

  it("200: a subscription of its group ends", async () => {
    const p = await shop();
    await p.server(grant, { params: shopper, body: { product_id: "basic" } });
    expect(await offersInForce(p)).toEqual([]);
    expectPlainError(
      await give(p, { product_id: "pro" }),
      400,
      "Customer already has a one-time purchase in this offer group",
    );
  });

  it("400 plain for another unit of what its group or its base excludes by now; a paid subscription goes on", async () => {
    // Attack: a grant that cannot be stored ends what a customer pays for.
    const { p, account } = await payingShop({
      "payments.offers.seats": offer({ groupId: "plans", customerType: "user", stackable: true }),
      "payments.offers.more": offer({ customerType: "user", isAddOnTo: { basic: true }, stackable: true }),
      "payments.offers.thing": offer({ customerType: "user" }),
    });
    const who = await person(p);
    const giving = (product_id: string) =>
      p.server(grant, { params: who.customer, body: { product_id }, settings: withStripe() });
    for (const product_id of ["seats", "thing"]) expect((await giving(product_id)).status).toBe(200);
    const { stripeId } = await atProvider({ p, account }, who, "other");
    // Both are in the group since a change of the configuration.
    const ofProject = eq(subscriptions.projectId, p.id);
    await db.batch([
      db.update(oneTimePurchases).set({ offerId: "pro" }).where(eq(oneTimePurchases.offerId, "thing")),
      db.update(subscriptions).set({ offerId: "basic" }).where(ofProject),
    ]);
    const excluded = "Customer already has a one-time purchase in this offer group";
    expectPlainError(await giving("seats"), 400, excluded);
    expect((await stripeSubscription(account, stripeId))?.status).toBe("active");
    expect((await giving("more")).status).toBe(200);
    await db.batch([db.update(subscriptions).set({ status: "canceled", endedAt: Date.now() }).where(ofProject)]);
    const addOn = "This offer is an add-on to an offer that the customer does not have";
    expectPlainError(await giving("more"), 400, addOn);
  });

  it("400 and 404 for what cannot be given", async () => {
    const p = await shop();
    const missing = { product_id: "nothing", context: null };
    expectError(await give(p, { product_id: "nothing" }), 400, "PRODUCT_DOES_NOT_EXIST", missing);
    const item = { product_id: "points", context: "item_exists" };
    expectError(await give(p, { product_id: "points" }), 400, "PRODUCT_DOES_NOT_EXIST", item);
    expectError(await give(p, { product_id: "forUsers" }), 400, "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH");
    const nobody = (customer_type: string) => ({ customer_type, customer_id: crypto.randomUUID() });
    expectError(await give(p, { product_id: "forUsers" }, nobody("user")), 404, "USER_NOT_FOUND");
    expectError(await give(p, { product_id: "forTeams" }, nobody("team")), 404, "TEAM_NOT_FOUND");
    expectPlainError(await give(p, {}), 400, "Must specify either offer_id or offer_inline!");
    const both = { product_id: "pack", product_inline: inlineOffer };
    expectPlainError(await give(p, both), 400, "Cannot specify both offer_id and offer_inline!");
    const quantity = { product_id: "pack", quantity: 2 };
    expectPlainError(await give(p, quantity), 400, "This offer is not stackable; quantity must be 1");
    const addOn = "This offer is an add-on to an offer that the customer does not have";
    const alone = await shop({ "payments.offers.support": { ...offer(), isAddOnTo: { pro: true } } });
    expectPlainError(await give(alone, { product_id: "support" }), 400, addOn);
  });
});

describe("DELETE /payments/products/{customer_type}/{customer_id}/{product_id}", () => {
  it("200: the subscription ends with its period; 404 plain for a product that is not subscribed to", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const cancelling = (product_id: string, query = {}) =>
      who.send(cancel, { params: { ...who.customer, product_id }, query });
    expect((await cancelling("basic")).body).toEqual({ success: true });
    const [basic] = (await owned(who)).items;
    expect(basic.subscription).toMatchObject({ subscription_id: id, cancel_at_period_end: true, is_cancelable: false });
    expectPlainError(await cancelling("pro"), 404, "The customer has no such subscription.");
    expectError(await cancelling("nothing"), 400, "PRODUCT_DOES_NOT_EXIST");
    // Attack: a page shows one product, and its request ends the subscription to another.
    expectPlainError(await cancelling("pro", { subscription_id: id }), 404, "The customer has no such subscription.");
    // Attack: a subscription of another customer is named by its id.
    const other = await inTestMode(p, await person(p));
    const foreign = await cancelling("basic", { subscription_id: other });
    expectPlainError(foreign, 404, "The customer has no such subscription.");
  });
});

describe("POST /payments/products/{customer_type}/{customer_id}/switch", () => {
  it("200: the subscription goes on with the other product; 400 for what it cannot be switched to", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const switching = (to_product_id: string, more = {}, from_product_id = "basic") =>
      who.send(change, { params: who.customer, body: { from_product_id, to_product_id, ...more } });
    const impossible = "The subscription cannot be switched to this price.";
    expectPlainError(await switching("other"), 400, impossible);
    expectPlainError(await switching("pro", { price_id: "once" }), 400, impossible);
    expectPlainError(await switching("pro", { quantity: 2 }), 400, impossible);
    expectError(await switching("nothing"), 400, "PRODUCT_DOES_NOT_EXIST");
    expectError(await switching("pro", {}, "nothing"), 400, "PRODUCT_DOES_NOT_EXIST");
    expect((await switching("pro", { price_id: "monthly" })).body).toEqual({ success: true });
    const [pro] = (await owned(who)).items;
    expect([pro.id, pro.subscription.subscription_id]).toEqual(["pro", expect.not.stringContaining(id)]);
    expectPlainError(await switching("pro"), 404, "The customer has no such subscription.");
  });
});

describe("a switch of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, customer_id) =>
    client(change, {
      params: { customer_type: "user", customer_id },
      body: { from_product_id: "basic", to_product_id: "pro" },
    }),
  );
});
