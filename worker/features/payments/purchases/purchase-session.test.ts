import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { startedPurchases } from "../../../db/payments/purchases/schema";
import { selectStripeAccount } from "../../../db/payments/stripe/queries";
import { limited, refused, times } from "../../../testing/limited";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { atStripe, type StripeBehaviour, withStripe } from "../../../testing/stripe";
import {
  billed,
  buy,
  codeFor,
  inForce,
  inlineOffer,
  monthly,
  offer,
  once,
  shop,
  stored,
  validate,
} from "./purchases.fixtures";

const key = "POST /payments/purchases/purchase-session";

/** A shop whose payments are set up, and its account. */
async function payingShop(override: Parameters<typeof shop>[0] = {}): Promise<{ p: TestProject; account: string }> {
  const p = await shop(override);
  await p.admin("POST /internal/payments/setup", { settings: withStripe() });
  const [[row]] = await db.batch([selectStripeAccount(db, p.id)]);
  if (!row) throw new Error("Payments are not set up");
  return { p, account: row.stripeAccountId };
}

function pay(full_code: string, fields: object = {}, behaviour?: StripeBehaviour) {
  return sendRequest(key, { body: { full_code, price_id: "monthly", ...fields }, settings: withStripe(behaviour) });
}

/** Begins a subscription at the stand-in, and stores it as one that is active. */
async function subscribed(p: TestProject, account: string, offerId: string) {
  const before = new Set((await atStripe(account)).subscriptions?.map(({ id }) => id));
  expect((await pay(await codeFor(p, offerId, { customer: `payer-${offerId}` }))).status).toBe(200);
  const started = (await atStripe(account)).subscriptions?.find(({ id }) => !before.has(id));
  return billed(p, offerId, { stripeSubscriptionId: started?.id ?? null });
}

async function started(p: TestProject) {
  return (await db.batch([db.select().from(startedPurchases).where(eq(startedPurchases.projectId, p.id))]))[0];
}

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
    await billed(p, "week", { customerId: "former", status: "canceled", endedAt: Date.now() });
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

  it("200 for another offer of the group: the subscription goes on at the new price", async () => {
    const { p, account } = await payingShop();
    const id = await subscribed(p, account, "basic");
    const before = (await atStripe(account)).subscriptions?.length;
    expect((await pay(await codeFor(p, "pro"))).status).toBe(200);
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions).toHaveLength(before ?? 0);
    expect(subscriptions.find((each) => each.id === id)?.metadata).toMatchObject({ offerId: "pro" });
  });

  it("200: of several subscriptions one is switched, and all others end, those in test mode too", async () => {
    const { p, account } = await payingShop();
    const basic = await subscribed(p, account, "basic");
    const support = await billed(p, "support");
    await billed(p, "basic", { stripeSubscriptionId: null, isTest: true });
    expect((await pay(await codeFor(p, "pro"))).status).toBe(200);
    const left = (await stored(p)).subscriptions.filter(({ endedAt }) => endedAt === null);
    expect(left.map(({ stripeSubscriptionId }) => stripeSubscriptionId)).toEqual([basic]);
    expect(support).not.toBe(basic);
  });

  it("200 for what is paid once: the subscriptions of its group end at Stripe", async () => {
    const forever = offer({ groupId: "plans", prices: { once } });
    const { p, account } = await payingShop({ "payments.offers.forever": forever });
    const id = await subscribed(p, account, "basic");
    expect((await pay(await codeFor(p, "forever"), { price_id: "once" })).status).toBe(200);
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions.find((each) => each.id === id)?.status).toBe("canceled");
    expect(await inForce(p)).toEqual([]);
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
      "Payments are not set up in this Stack Auth project. Please go to the Stack Auth dashboard and complete the Payments onboarding.",
    );
  });

  it("502 as text where Stripe refuses, and the code can be used again", async () => {
    const { p } = await payingShop();
    const code = await codeFor(p, "pack");
    expect((await pay(code, { price_id: "once" }, "broken")).status).toBe(502);
    expect((await pay(code, { price_id: "once" })).status).toBe(200);
  });

  it("500 as text where Stripe gives no secret to pay with", async () => {
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
  });

  it("429 beyond 30 requests a minute from one network", async () => {
    // Attack: codes are guessed.
    const p = await shop();
    const body = { full_code: `${p.id}_${"0".repeat(45)}`, price_id: "once" };
    const options = limited();
    const responses = await Promise.all(times(40, () => sendRequest(key, { body, ...options })));
    expect(refused(responses).length).toBeGreaterThan(0);
  });
});
