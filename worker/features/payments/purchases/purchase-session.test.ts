import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { startedPurchases } from "../../../db/payments/purchases/schema";
import { stepOf } from "../../../testing/jobs";
import { limited, refused, times } from "../../../testing/limited";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { atStripe, changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { sweepStartedPurchases } from "../../expired-rows/jobs";
import {
  billed,
  buy,
  codeFor,
  inForce,
  inlineOffer,
  monthly,
  offer,
  once,
  pay,
  payingShop,
  shop,
  stored,
  validate,
} from "./purchases.fixtures";

const key = "POST /payments/purchases/purchase-session";

/** Offers of the group of `basic` and `pro`: paid once, with a trial, and free. */
const others = {
  "payments.offers.forever": offer({ groupId: "plans", prices: { once } }),
  "payments.offers.trial": offer({ groupId: "plans", freeTrial: [1, "week"] }),
  "payments.offers.nothing": offer({ groupId: "plans", prices: { monthly: { ...monthly, USD: "0" } } }),
};

async function atStripeOf(account: string, id: string) {
  const { subscriptions = [] } = await atStripe(account);
  const found = subscriptions.find((each) => each.id === id);
  if (!found) throw new Error(`There is no subscription ${id}`);
  return found;
}

/** Has the stand-in report a subscription as it is there. */
async function report(account: string, id: string) {
  await deliver({ type: "customer.subscription.updated", account, object: await atStripeOf(account, id) });
}

/** Buys and pays a subscription. */
async function subscribed(p: TestProject, account: string, offerId: string): Promise<string> {
  expect((await pay(await codeFor(p, offerId))).status).toBe(200);
  const { subscriptions = [] } = await atStripe(account);
  const id: string = subscriptions.at(-1)?.id ?? "";
  await changeAtStripe(account, ["subscriptions", id], { status: "active" });
  await report(account, id);
  return id;
}

async function started(p: TestProject) {
  return (await db.batch([db.select().from(startedPurchases).where(eq(startedPurchases.projectId, p.id))]))[0];
}

describe("in a project that is in test mode", () => {
  const testMode = { "payments.testMode": true };

  it("200: the customer has what they chose at once, without money, an account at Stripe or an owner", async () => {
    const p = await shop(testMode);
    const code = await codeFor(p, "packs", { tier: "client" });
    expect((await validate(code)).body).toMatchObject({ test_mode: true });
    const body = { full_code: code, price_id: "once", quantity: 2 };
    const input = { body, settings: withStripe() };
    const response = await sendRequest(key, input);
    expect([response.status, response.body]).toEqual([200, { client_secret: null }]);
    expect((await stored(p)).purchases).toMatchObject([{ offerId: "packs", quantity: 2, isTest: true }]);
    expectError(await sendRequest(key, input), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: a link for another customer, which anyone makes with the publishable key, ends what that customer pays for.
  it("400 for what takes the place of a subscription that is paid for, which goes on", async () => {
    const { p, account } = await payingShop();
    const id = await subscribed(p, account, "basic");
    const override = JSON.stringify(testMode);
    await p.admin("PATCH /internal/config/override", { body: { config_override_string: override } });
    const body = { full_code: await codeFor(p, "pro"), price_id: "monthly" };
    expectPlainError(
      await sendRequest(key, { body, settings: withStripe() }),
      400,
      "The customer pays for what this purchase would take the place of, and test mode ends nothing that is paid for",
    );
    expect(await atStripeOf(account, id)).toMatchObject({ status: "active" });
  });

  // Attack: test mode is left on when the project goes live, and everything is free.
  it("400 in production mode, in which money has to move", async () => {
    const p = await shop({ ...testMode, "domains.allowLocalhost": false });
    const code = await codeFor(p, "packs");
    expect((await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } })).status).toBe(
      200,
    );
    expect((await validate(code)).body).toMatchObject({ test_mode: false });
    const body = { full_code: code, price_id: "once" };
    expectPlainError(
      await sendRequest(key, { body, settings: withStripe() }),
      400,
      "Payments are not set up in this project. Please go to the dashboard and complete the Payments onboarding.",
    );
    expect((await stored(p)).purchases).toEqual([]);
  });
});

describe("a payment that was begun and given up", () => {
  it("is swept after 90 days, and no other one", async () => {
    const { p } = await payingShop();
    const [old, kept] = [await codeFor(p, "pack"), await codeFor(p, "packs")];
    for (const code of [old, kept]) await pay(code, { price_id: "once" });
    const rows = await started(p);
    const days = rows.map(({ createdAt, expiresAt }) => (expiresAt - createdAt) / (24 * 60 * 60 * 1000));
    expect(days).toEqual([90, 90]);
    const isOld = and(eq(startedPurchases.projectId, p.id), eq(startedPurchases.offerId, "pack"));
    await db.batch([db.update(startedPurchases).set({ expiresAt: 1 }).where(isOld)]);
    await stepOf(sweepStartedPurchases);
    expect((await started(p)).map(({ offerId }) => offerId)).toEqual(["packs"]);
  });
});

describe(key, () => {
  it("200 for a price that is paid once: a payment of all units, in cents", async () => {
    const { p, account } = await payingShop();
    const { status, body } = await pay(await codeFor(p, "packs"), { price_id: "once", quantity: 3 });
    const { payment_intents: [payment] = [] } = await atStripe(account);
    expect([status, body]).toEqual([200, { client_secret: payment?.client_secret }]);
    expect(payment).toMatchObject({ amount: 7_500, currency: "usd" });
    const [row] = await started(p);
    expect(row).toMatchObject({ offerId: "packs", priceId: "once", quantity: 3, customerId: "shopper" });
    expect(payment?.metadata).toMatchObject({
      ...{ purchaseKind: "ONE_TIME", purchaseId: row?.id, tenancyId: p.id, customerType: "custom" },
      ...{ customerId: "shopper", offerId: "packs", priceId: "once", purchaseQuantity: "3" },
    });
  });

  it("200 for a price that is paid again: a subscription, of which the customer has nothing before it is paid", async () => {
    const { p, account } = await payingShop();
    const { body } = await pay(await codeFor(p, "seat"), { quantity: 2 });
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions).toHaveLength(1);
    expect(body.client_secret).toMatch(/secret/);
    expect(await stored(p)).toEqual({ subscriptions: [], purchases: [] });
  });

  it("200 for a first subscription with a trial, of an inline offer too: nothing is paid, and the secret is one of a payment method", async () => {
    const week = offer({ freeTrial: [1, "week"] });
    const { p, account } = await payingShop({ "payments.offers.week": week });
    const inline = { ...inlineOffer, free_trial: [1, "week"], prices: { monthly } };
    for (const wanted of ["week", inline]) {
      expect((await pay(await codeFor(p, wanted))).body.client_secret).toMatch(/^seti_/);
    }
    await billed(p, "week", { customerId: "former", status: "canceled", createdAt: 1, endedAt: 2 });
    expect((await pay(await codeFor(p, "week", { customer: "former" }))).body.client_secret).toMatch(/^pi_/);
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions.map(({ status }) => status)).toEqual(["trialing", "trialing", "incomplete"]);
  });

  it("200 in the currency that is chosen, by default USD", async () => {
    const { p, account } = await payingShop({ "payments.offers.yen": offer({ prices: { once: { JPY: "500" } } }) });
    await pay(await codeFor(p, "yen"), { price_id: "once" });
    expect((await atStripe(account)).payment_intents).toMatchObject([{ amount: 500, currency: "jpy" }]);
    expectPlainError(
      await pay(await codeFor(p, "pack"), { price_id: "once", currency: "EUR" }),
      400,
      "The price is not sold in this currency",
    );
  });

  // Evidence: another-offer-group-nothing-ends-before
  it.each([
    ["paid again", "pro", "monthly"],
    ["paid once", "forever", "once"],
    ["free for a time", "trial", "monthly"],
  ])("200 for another offer of the group that is %s: nothing ends before it is paid", async (_, offerId, price_id) => {
    // Attack: a link for another customer, made with the publishable key alone, ends or changes what they pay for.
    const { p, account } = await payingShop(others);
    const id = await subscribed(p, account, "basic");
    await billed(p, "support");
    await buy(p, "seat");
    expect((await pay(await codeFor(p, offerId), { price_id })).status).toBe(200);
    await report(account, id);
    expect((await inForce(p)).sort()).toEqual(["basic", "seat", "support"]);
    expect(await atStripeOf(account, id)).toMatchObject({ status: "active", metadata: { offerId: "basic" } });
  });

  it("200: once a subscription is paid, all others of the group end, with a credit, and those in test mode too", async () => {
    const { p, account } = await payingShop();
    const basic = await subscribed(p, account, "basic");
    await billed(p, "support");
    await billed(p, "basic", { stripeSubscriptionId: null, isTest: true });
    await pay(await codeFor(p, "pro"));
    const { subscriptions: all = [] } = await atStripe(account);
    const begun = all.at(-1)?.id as string;
    await changeAtStripe(account, ["subscriptions", begun], { status: "active" });
    await report(account, begun);
    expect(await inForce(p)).toEqual(["pro"]);
    expect(await atStripeOf(account, basic)).toMatchObject({ status: "canceled" });
    expect((await atStripe(account)).invoices?.at(-1)?.total).toBeLessThan(0);
    // What comes again, and what was read of the ended one, changes nothing.
    await report(account, basic);
    await report(account, begun);
    expect(await inForce(p)).toEqual(["pro"]);
  });

  it("200 for what is paid once: the subscriptions of its group end when it is paid", async () => {
    const { p, account } = await payingShop(others);
    const id = await subscribed(p, account, "basic");
    await pay(await codeFor(p, "forever"), { price_id: "once" });
    const { payment_intents: [payment] = [] } = await atStripe(account);
    const object = await changeAtStripe(account, ["payment_intents", payment?.id ?? ""], { status: "succeeded" });
    await deliver({ type: "payment_intent.succeeded", account, object });
    expect((await atStripeOf(account, id)).status).toBe("canceled");
    expect(await inForce(p)).toEqual([]);
    expect((await stored(p)).purchases).toMatchObject([{ offerId: "forever" }]);
  });

  // Evidence: text-price-nothing-takes-place-subscription
  it("400 as text for a price of nothing that takes the place of a subscription", async () => {
    // Attack: the same with a price for which nothing is ever reported as paid.
    const { p, account } = await payingShop(others);
    await subscribed(p, account, "basic");
    const text =
      "The customer subscribes to another offer of the group, and nothing is paid for this one; switch the subscription instead";
    expectPlainError(await pay(await codeFor(p, "nothing")), 400, text);
    expect(await inForce(p)).toEqual(["basic"]);
  });

  // Evidence: trial-begins-payment-method
  it("200 for a trial, which begins with a payment method", async () => {
    // Attack: a link for another customer begins their trial at once, and uses it up.
    const { p, account } = await payingShop(others);
    const code = await codeFor(p, "trial");
    await pay(code);
    const { subscriptions: [begun] = [] } = await atStripe(account);
    await report(account, begun?.id ?? "");
    expect(await inForce(p)).toEqual([]);
    expect((await validate(await codeFor(p, "trial"))).body).toMatchObject({ has_free_trial: true });
    await changeAtStripe(account, ["subscriptions", begun?.id ?? ""], { pending_setup_intent: null });
    await report(account, begun?.id ?? "");
    expect(await inForce(p)).toEqual(["trial"]);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND the second time, and for all but one of 5 at once", async () => {
    // Attack: many payments are begun with one code.
    const { p, account } = await payingShop();
    const code = await codeFor(p, "pack");
    const responses = await Promise.all(times(5, () => pay(code, { price_id: "once" })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expectError(await pay(code, { price_id: "once" }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await atStripe(account)).payment_intents).toHaveLength(1);
  });

  it("400 as text for what may not be bought, before Stripe is asked; the code can be used again", async () => {
    const { p, account } = await payingShop();
    const code = await codeFor(p, "basic");
    for (const [fields, text] of [
      [{ price_id: "none" }, "Price not found on offer associated with this purchase code"],
      [{ quantity: 2 }, "This offer is not stackable; quantity must be 1"],
    ] as const) {
      expectPlainError(await pay(code, fields), 400, text);
    }
    for (const quantity of [0, -1, 1.5, 1e308]) expectError(await pay(code, { quantity }), 400, "SCHEMA_ERROR");
    await buy(p, "basic");
    expectPlainError(
      await pay(code),
      400,
      "Customer already has a subscription for this offer; this offer is not stackable",
    );
    expect((await atStripe(account)).subscriptions ?? []).toEqual([]);
    expect((await validate(code)).status).toBe(200);
  });

  it("400 as text for more than Stripe takes at once", async () => {
    const { p } = await payingShop();
    const code = await codeFor(p, "packs");
    expectPlainError(
      await pay(code, { price_id: "once", quantity: 1_000_000 }),
      400,
      "The price of this quantity is too high to be paid at once",
    );
  });

  it("501 as text where the operator has configured no Stripe, and 400 as text where the project has no account", async () => {
    const p = await shop();
    const code = await codeFor(p, "basic");
    expect((await sendRequest(key, { body: { full_code: code, price_id: "monthly" } })).status).toBe(501);
    expectPlainError(
      await pay(code),
      400,
      "Payments are not set up in this project. Please go to the dashboard and complete the Payments onboarding.",
    );
  });

  it("502 as text where Stripe refuses, and the code can be used again", async () => {
    const { p } = await payingShop();
    const code = await codeFor(p, "pack");
    expect((await pay(code, { price_id: "once" }, "broken")).status).toBe(502);
    expect((await pay(code, { price_id: "once" })).status).toBe(200);
  });

  it("500 as text where Stripe gives no secret to pay with, and the code can be used again", async () => {
    const { p } = await payingShop();
    const [paidOnce, subscribing] = [await codeFor(p, "pack"), await codeFor(p, "basic")];
    expectPlainError(
      await pay(paidOnce, { price_id: "once" }, "secretless"),
      500,
      "No client secret returned from Stripe for payment intent",
    );
    expectPlainError(
      await pay(subscribing, {}, "secretless"),
      500,
      "No client secret returned from Stripe for subscription",
    );
    expect((await pay(paidOnce, { price_id: "once" })).status).toBe(200);
    expect((await pay(subscribing)).status).toBe(200);
  });

  it("429 beyond 30 requests a minute from one network", async () => {
    // Attack: codes are guessed.
    const p = await shop();
    const body = { full_code: `${p.id}_${"0".repeat(45)}`, price_id: "once" };
    const options = limited();
    const responses = await Promise.all(times(90, () => sendRequest(key, { body, ...options })));
    expect(refused(responses).length).toBeGreaterThan(0);
  });
});
