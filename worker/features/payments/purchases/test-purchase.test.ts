import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../../db/audit/schema";
import { itemQuantityChanges } from "../../../db/payments/items/schema";
import { newId } from "../../../platform/secrets";
import { times } from "../../../testing/limited";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { billed, buy, buyWith, codeFor, inForce, inlineOffer, offer, once, shop, stored } from "./purchases.fixtures";

const key = "POST /internal/payments/test-mode-purchase-session";

const texts = {
  price: "Price not found on offer associated with this purchase code",
  quantity: "This offer is not stackable; quantity must be 1",
  purchased: "Customer already has a one-time purchase for this offer",
  subscribed: "Customer already has a subscription for this offer; this offer is not stackable",
  base: "This offer is an add-on to an offer that the customer does not have",
  group: "Customer already has a one-time purchase in this offer group",
};

async function granted(p: TestProject): Promise<number[]> {
  const { projectId, delta } = itemQuantityChanges;
  const [rows] = await db.batch([db.select({ delta }).from(itemQuantityChanges).where(eq(projectId, p.id))]);
  return rows.map((row) => row.delta);
}

const forever = { "payments.offers.forever": offer({ groupId: "plans", prices: { once } }) };

describe(key, () => {
  it("200 for a price that is paid again: a subscription of one interval in test mode", async () => {
    const p = await shop();
    expect((await buy(p, "basic")).body).toEqual({ success: true });
    const { subscriptions, purchases } = await stored(p);
    expect(purchases).toEqual([]);
    const [row] = subscriptions;
    expect(row).toMatchObject({
      ...{ offerId: "basic", priceId: "monthly", quantity: 1, isTest: true, status: "active", endedAt: null },
      ...{ cancelsAtPeriodEnd: false, stripeSubscriptionId: null, replacedBy: null },
    });
    const [start, end] = [row?.currentPeriodStart ?? 0, row?.currentPeriodEnd ?? 0];
    expect([start, Math.round((end - start) / 86_400_000)]).toEqual([
      row?.createdAt,
      expect.toBeOneOf([28, 29, 30, 31]),
    ]);
  });

  it("200 for a price that is paid once: a purchase in test mode, and what it includes", async () => {
    const p = await shop();
    expect((await buy(p, "packs", { price: "once", quantity: 3 })).status).toBe(200);
    const { subscriptions, purchases } = await stored(p);
    expect(subscriptions).toEqual([]);
    expect(purchases).toMatchObject([
      { offerId: "packs", priceId: "once", quantity: 3, isTest: true, refundedAt: null, stripePaymentIntentId: null },
    ]);
    expect(await granted(p)).toEqual([300]);
  });

  it("200 for an inline offer, which is stored as it was sold", async () => {
    const p = await shop();
    expect((await buy(p, inlineOffer, { price: "once" })).status).toBe(200);
    const { purchases } = await stored(p);
    expect(purchases).toMatchObject([{ offerId: null, offer: { displayName: "Tailored", stackable: false } }]);
    expect(await granted(p)).toEqual([5]);
  });

  it("200 for users and teams that exist", async () => {
    const p = await shop();
    const userId = await bareUser(p.id);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    expect((await buy(p, "forUsers", { type: "user", customer: userId.toUpperCase() })).status).toBe(200);
    expect((await buy(p, "forTeams", { type: "team", customer: team.id })).status).toBe(200);
    expect([await inForce(p, userId), await inForce(p, team.id)]).toEqual([["forUsers"], ["forTeams"]]);
  });

  it("200 leaves an event in the audit log", async () => {
    const p = await shop();
    await buy(p, "seat", { quantity: 2 });
    const isPurchase = and(eq(auditEvents.projectId, p.id), eq(auditEvents.type, "test_purchase.created"));
    const [events] = await db.batch([db.select().from(auditEvents).where(isPurchase)]);
    const [row] = (await stored(p)).subscriptions;
    expect(events).toMatchObject([
      {
        targetType: "subscription",
        targetId: row?.id,
        details: { offer_id: "seat", price_id: "monthly", quantity: 2 },
      },
    ]);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a code that is used a second time", async () => {
    // Attack: a purchase is repeated with the code of the first one.
    const p = await shop();
    const code = await codeFor(p, "packs");
    expect((await buyWith(p, code, { price: "monthly" })).status).toBe(200);
    expectError(await buyWith(p, code, { price: "once" }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await stored(p)).purchases).toEqual([]);
  });

  // Evidence: text-code-another-project-stays
  it("400 as text for the code of another project, which stays as it was", async () => {
    // Attack: the owner of one project buys in another.
    const [p, other] = [await shop(), await shop()];
    const code = await codeFor(p, "basic");
    expectPlainError(await buyWith(other, code), 400, "Tenancy id does not match value from code data");
    expect([(await stored(p)).subscriptions, (await stored(other)).subscriptions]).toEqual([[], []]);
    expect((await buyWith(p, code)).status).toBe(200);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a code that no project has", async () => {
    const p = await shop();
    for (const code of ["x", `${newId()}_${"0".repeat(45)}`, `${p.id}_${"0".repeat(45)}`]) {
      expectError(await buyWith(p, code), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  // Evidence: customers-do-exist-before-anything-else
  it("404 USER_NOT_FOUND and TEAM_NOT_FOUND for customers that do not exist, before anything else is checked", async () => {
    // Attack: something is sold to the user of another project.
    const [p, other] = [await shop(), await shop()];
    const foreign = await bareUser(other.id);
    for (const customer of ["unknown", newId(), foreign]) {
      const wrong = { customer, price: "none" };
      expectError(await buy(p, "forUsers", { type: "user", ...wrong }), 404, "USER_NOT_FOUND");
      expectError(await buy(p, "forTeams", { type: "team", ...wrong }), 404, "TEAM_NOT_FOUND");
    }
  });

  // Evidence: text-price
  it.each(["none", "__proto__", "toString", ""])("400 as text for the price %j", async (price) => {
    // Attack: a price that every object has.
    const p = await shop();
    const code = await codeFor(p, "basic");
    expectPlainError(await p.admin(key, { body: { full_code: code, price_id: price } }), 400, texts.price);
  });

  it("400 as text for an offer that is included by default, which is not for sale", async () => {
    const p = await shop();
    expectPlainError(await buy(p, "free"), 400, texts.price);
  });

  // Evidence: 400-schema-error-for-the-quantity
  it.each([0, -1, 1.5, 1e308, 1_000_001, "2x", null])("400 SCHEMA_ERROR for the quantity %j", async (quantity) => {
    // Attack: a quantity by which something costs nothing, or less.
    const p = await shop();
    const code = await codeFor(p, "seat");
    expectError(await buyWith(p, code, { quantity }), 400, "SCHEMA_ERROR");
    expect((await stored(p)).subscriptions).toEqual([]);
    expect((await buyWith(p, code, { quantity: 1_000_000 })).status).toBe(200);
  });

  it("400 as text for several units of what is not stackable, and the code can be used again", async () => {
    const p = await shop();
    const code = await codeFor(p, "basic");
    expectPlainError(await buyWith(p, code, { quantity: 2 }), 400, texts.quantity);
    expect((await buyWith(p, code, { quantity: 1 })).status).toBe(200);
  });

  it("400 as text for a second one-time purchase of an offer, stackable or not", async () => {
    const p = await shop();
    for (const each of ["pack", "packs"]) {
      expect((await buy(p, each, { price: "once" })).status).toBe(200);
      for (const price of ["once", "monthly"]) expectPlainError(await buy(p, each, { price }), 400, texts.purchased);
      expect((await buy(p, each, { price: "once", customer: "another" })).status).toBe(200);
    }
  });

  it("400 as text for a second subscription to what is not stackable; 200 once the first one has ended", async () => {
    const p = await shop();
    await billed(p, "basic");
    for (const price of ["monthly", "once"]) expectPlainError(await buy(p, "basic", { price }), 400, texts.subscribed);
    await billed(p, "pack", { status: "canceled", endedAt: Date.now() });
    await billed(p, "secret", { isTest: true, stripeSubscriptionId: null, currentPeriodEnd: Date.now() });
    for (const ended of ["pack", "secret"]) expect((await buy(p, ended)).status).toBe(200);
  });

  it("200 for several subscriptions to what is stackable, also in a group", async () => {
    const p = await shop({ "payments.offers.seat": offer({ stackable: true, groupId: "plans" }) });
    for (const quantity of [1, 5]) expect((await buy(p, "seat", { quantity })).status).toBe(200);
    expect(await inForce(p)).toEqual(["seat", "seat"]);
  });

  it("400 as text for an add-on without its base; 200 with it, and both stay", async () => {
    const p = await shop();
    expectPlainError(await buy(p, "support"), 400, texts.base);
    await buy(p, "basic");
    expect((await buy(p, "support")).status).toBe(200);
    expect(await inForce(p)).toEqual(["basic", "support"]);
  });

  it("200 for an add-on to what was bought once, and to what is included by default", async () => {
    const addOns = {
      "payments.offers.manual": offer({ groupId: "plans", isAddOnTo: { pack: true } }),
      "payments.offers.ads": offer({ isAddOnTo: { free: true } }),
    };
    const p = await shop(addOns);
    expect((await buy(p, "ads")).status).toBe(200);
    expectPlainError(await buy(p, "manual"), 400, texts.base);
    await buy(p, "pack", { price: "once" });
    expect((await buy(p, "manual")).status).toBe(200);
    await buy(p, "basic", { customer: "another" });
    expectPlainError(await buy(p, "ads", { customer: "another" }), 400, texts.base);
  });

  it("400 as text for any offer of a group in which something was bought once", async () => {
    const p = await shop(forever);
    expect((await buy(p, "forever", { price: "once" })).status).toBe(200);
    expectPlainError(await buy(p, "basic"), 400, texts.group);
    expectPlainError(await buy(p, "pro", { price: "once" }), 400, texts.group);
    expect((await buy(p, "seat")).status).toBe(200);
  });

  it("200 for another offer of the group: it takes the place of the first, which goes on as it", async () => {
    const p = await shop();
    await buy(p, "basic");
    await buy(p, "pro");
    const { subscriptions } = await stored(p);
    const [basic, pro] = subscriptions;
    expect(subscriptions).toMatchObject([
      { offerId: "basic", status: "canceled", endedAt: pro?.createdAt, replacedBy: pro?.id },
      { offerId: "pro", status: "active", endedAt: null, replacedBy: null },
    ]);
    expect(basic?.endedAt).not.toBeNull();
  });

  it("200: it takes the place of all that it cannot be held beside, those included that are no longer sold", async () => {
    const p = await shop();
    for (const each of ["basic", "support"]) await buy(p, each);
    const gone = { ...offer({ groupId: "plans" }), isAddOnTo: false } as never;
    await billed(p, "gone", { stripeSubscriptionId: null, isTest: true, offer: gone });
    expect(await inForce(p)).toEqual(["basic", "support", "gone"]);
    expect((await buy(p, "pro")).status).toBe(200);
    expect(await inForce(p)).toEqual(["pro"]);
  });

  it("200 for what is paid once: the subscriptions of its group end", async () => {
    const p = await shop(forever);
    await buy(p, "basic");
    await buy(p, "seat");
    await buy(p, "forever", { price: "once" });
    expect(await inForce(p)).toEqual(["seat"]);
    expect((await stored(p)).subscriptions[0]?.replacedBy).toBeNull();
  });

  it("501 as text where the provider bills what would end, and none is configured", async () => {
    const p = await shop();
    await billed(p, "basic");
    expect((await buy(p, "pro")).status).toBe(501);
    expect(await inForce(p)).toEqual(["basic"]);
  });

  // Evidence: 20-once-code-purchase-others
  it("20 at once with one code: one purchase, and 404 VERIFICATION_CODE_NOT_FOUND for the others", async () => {
    // Attack: the same purchase many times at once, for one payment.
    const p = await shop();
    const code = await codeFor(p, "packs");
    const responses = await Promise.all(times(20, () => buyWith(p, code, { price: "once" })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...times(19, () => 404)]);
    expect((await stored(p)).purchases).toHaveLength(1);
    expect(await granted(p)).toEqual([100]);
  });

  // Evidence: 20-once-codes-own-purchase-text
  it.each([
    ["basic", "monthly", texts.subscribed],
    ["pack", "once", texts.purchased],
    ["packs", "once", texts.purchased],
  ])(
    "20 at once of %s with codes of their own: one purchase, and 400 as text for the others",
    async (wanted, price, text) => {
      // Attack: what may be held once is bought many times, through links that were made before.
      const p = await shop();
      const codes = await Promise.all(times(20, () => codeFor(p, wanted)));
      const responses = await Promise.all(codes.map((code) => buyWith(p, code, { price })));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const refused of responses.filter(({ status }) => status !== 200)) expectPlainError(refused, 400, text);
      const { subscriptions, purchases } = await stored(p);
      expect([...subscriptions, ...purchases]).toHaveLength(1);
    },
  );

  it("20 at once of two offers of a group: one of them is left, and the others have ended", async () => {
    const p = await shop();
    const codes = await Promise.all(times(20, (index) => codeFor(p, index % 2 ? "basic" : "pro")));
    await Promise.all(codes.map((code) => buyWith(p, code)));
    expect(await inForce(p)).toHaveLength(1);
  });

  it("20 at once of what is stackable: 20 purchases", async () => {
    const p = await shop();
    const codes = await Promise.all(times(20, () => codeFor(p, "seat")));
    const responses = await Promise.all(codes.map((code) => buyWith(p, code, { quantity: 2 })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await inForce(p)).toHaveLength(20);
  });

  it("four round trips: the caller, the code, what the customer has, and the purchase", async () => {
    const p = await shop();
    const { cost } = await buy(p, "basic");
    expect(cost.d1).toBe(4);
  });
});
