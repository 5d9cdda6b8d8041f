import { describe, expect, it } from "vitest";
import { times } from "../../../testing/limited";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { atStripe, changeAtStripe } from "../../../testing/stripe";
import { billed, buy, offer, once } from "../purchases/purchases.fixtures";
import {
  type Acting,
  act,
  atProvider,
  cancelKey,
  inTestMode,
  listed,
  payingShop,
  person,
  recorded,
  report,
  type Shop,
  stripeSubscription,
  switchKey,
  switchTo,
  testShop,
} from "./portal.fixtures";

const pro = ["pro", "monthly"] as const;
const byYear = ["basic", "yearly"] as const;

const texts = {
  ended: "The subscription has ended.",
  impossible: "The subscription cannot be switched to this price.",
  meanwhile: "The subscription was changed by another request. Read it again.",
  payment:
    "The payment failed, and the subscription stays as it was. Update the payment method, or buy the offer on its page.",
};

interface Row {
  id: string;
  offer_id: string;
  status: string;
}

/** The subscriptions of a customer that are in force. */
async function inForce(who: Acting): Promise<Row[]> {
  return (await listed(who)).subscriptions.filter(({ status }: Row) => status === "active");
}

async function payer(override = {}): Promise<Shop & { who: Acting; id: string; stripeId: string; cus: string }> {
  const shop = await payingShop(override);
  const who = await person(shop.p);
  return { ...shop, who, ...(await atProvider(shop, who)) };
}

describe("POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/switch", () => {
  // Evidence: text-nothing-changed
  it.each([
    ["no offer", ["none", "monthly"]],
    ["a name that every object has", ["__proto__", "monthly"]],
    ["no price", ["pro", "none"]],
    ["a price that every object has", ["pro", "constructor"]],
    ["the price that it has", ["basic", "monthly"]],
    ["a price that is paid once", ["pro", "once"]],
    ["the free offer", ["free", "monthly"]],
    ["an add-on", ["support", "monthly"]],
    ["an offer of another group", ["other", "monthly"]],
    ["an offer for teams", ["forTeams", "monthly"]],
    // Attack: a client takes what only servers sell.
    ["an offer for servers only", ["secret", "monthly"]],
    ["a price for servers only", ["pro", "hidden"]],
  ] as const)("400 as text to %s, with nothing changed", async (_, to) => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const before = await listed(who);
    expectPlainError(await switchTo(who, id, to), 400, texts.impossible);
    expect(await listed(who)).toEqual(before);
  });

  it("400 as text where the group was paid once for good", async () => {
    const forever = offer({ groupId: "plans", customerType: "user", prices: { once } });
    const p = await testShop({ "payments.offers.forever": forever });
    const who = await person(p);
    await buy(p, "forever", { type: "user", customer: who.id, price: "once" });
    const fields = { customerType: "user" as const, customerId: who.id, isTest: true, stripeSubscriptionId: null };
    await billed(p, "basic", fields);
    const [{ id }] = (await listed(who)).subscriptions;
    expectPlainError(await switchTo(who, id, pro), 400, texts.impossible);
  });

  // Evidence: currency-more-units
  it("400 SCHEMA_ERROR for a currency, and for more units", async () => {
    // Attack: a subscription is switched to a price of the caller's choice.
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    for (const field of [{ currency: "JPY" }, { quantity: 0 }, { price: { USD: "0" } }]) {
      const body = { offer_id: "pro", price_id: "monthly", ...field };
      expectError(await act(who, switchKey, { id, body }), 400, "SCHEMA_ERROR");
    }
  });
});

describe("switching in test mode", () => {
  it("200: the subscription ends as one row and goes on as another, in two round trips", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    await act(who, cancelKey, { id });
    const { status, body, cost } = await switchTo(who, id, pro);
    expect([status, cost.d1]).toEqual([200, 2]);
    expect(body).toMatchObject({ offer_id: "pro", status: "active", is_test: true, cancels_at_period_end: false });
    expect((await listed(who)).subscriptions).toMatchObject([
      { id: body.id },
      { id, status: "canceled", ended_at_millis: body.created_at_millis },
    ]);
    expect((await recorded(p)).at(-1)).toBe("subscription.switched");
  });

  it("400 as text for the customer of a project in production mode, whose servers switch it", async () => {
    // Attack: a customer whom the owner gave the smallest plan in test mode switches to the largest, and to and fro for new periods.
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    await p.admin("PATCH /internal/config/override", {
      body: {
        config_override_string: JSON.stringify({ "domains.trustedDomains": {}, "domains.allowLocalhost": false }),
      },
    });
    expect((await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } })).status).toBe(
      200,
    );
    expect((await listed(who)).subscriptions).toMatchObject([{ id, can_cancel: true, switch_options: [] }]);
    expectPlainError(await switchTo(who, id, pro), 400, texts.impossible);
    expect((await switchTo({ ...who, send: p.server }, id, pro)).status).toBe(200);
  });

  it("200 to another price of the same offer, and for servers to what clients are not sold", async () => {
    const p = await testShop();
    const who = await person(p);
    const { body } = await switchTo(who, await inTestMode(p, who), byYear);
    expect(body).toMatchObject({ offer_id: "basic", price: { USD: "90", interval: [1, "year"] } });
    const { status } = await switchTo({ ...who, send: p.server }, body.id, ["secret", "monthly"]);
    expect(status).toBe(200);
  });

  it("200: an add-on of the group ends with it, as with a purchase", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    await inTestMode(p, who, "support");
    expect((await switchTo(who, id, pro)).status).toBe(200);
    expect((await inForce(who)).map(({ offer_id }) => offer_id)).toEqual(["pro"]);
  });

  // Evidence: race-20-switches-subscription-made-others
  it("race: of 20 switches of one subscription one is made, and the others are refused", async () => {
    // Attack: one subscription becomes many.
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const responses = await Promise.all(times(20, (index) => switchTo(who, id, index % 2 ? pro : byYear)));
    const made = responses.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of responses.filter((each) => each !== made[0])) {
      expect([status, body]).toBeOneOf([
        [409, texts.meanwhile],
        [400, texts.ended],
      ]);
    }
    expect(await inForce(who)).toMatchObject([{ id: made[0]?.body.id }]);
    expectPlainError(await switchTo(who, id, pro), 400, texts.ended);
  });

  it("race: a cancellation of what is being switched ends or goes on as one subscription", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const [switched] = await Promise.all([switchTo(who, id, pro), ...times(5, () => act(who, cancelKey, { id }))]);
    expect(switched?.status).toBe(200);
    expect(await inForce(who)).toMatchObject([{ id: switched?.body.id, cancels_at_period_end: false }]);
  });
});

describe("switching at Stripe", () => {
  it("200: the subscription there is changed in place, paid with what it is paid with", async () => {
    const { p, account, who, id, stripeId } = await payer();
    const { status, body, cost } = await switchTo(who, id, pro, "works");
    expect([status, cost.d1]).toEqual([200, 4]);
    expect(body).toMatchObject({ offer_id: "pro", status: "active", is_test: false });
    const { items, metadata } = (await stripeSubscription(account, stripeId)) ?? expect.fail();
    expect(items.data[0].price).toMatchObject({ unit_amount: 2_000, currency: "usd" });
    expect(metadata).toMatchObject({
      purchaseId: body.id,
      offerId: "pro",
      priceId: "monthly",
      customerId: who.customer.customer_id,
    });
    expect((await listed(who)).subscriptions).toMatchObject([{ id: body.id }, { id, status: "canceled" }]);
    expect((await atStripe(account)).subscriptions).toHaveLength(1);
    expect(await recorded(p)).toEqual(["subscription.switched"]);
  });

  it("200 takes a cancellation back, and the report that follows changes nothing", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    await act(who, cancelKey, { id, stripe: "works" });
    await switchTo(who, id, pro, "works");
    const after = await listed(who);
    expect(after.subscriptions[0]).toMatchObject({ offer_id: "pro", cancels_at_period_end: false });
    await report({ account }, { stripeId, cus });
    expect(await listed(who)).toEqual(after);
  });

  it("402 as text where the payment fails, with nothing changed; 200 with another payment method", async () => {
    const { p, account, who, id, stripeId } = await payer();
    await changeAtStripe(account, ["subscriptions", stripeId], { default_payment_method: null });
    const before = await listed(who);
    for (const _ of [1, 2]) expectPlainError(await switchTo(who, id, pro, "works"), 402, texts.payment);
    expect(await listed(who)).toEqual(before);
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ metadata: { offerId: "basic" } });
    await changeAtStripe(account, ["subscriptions", stripeId], { default_payment_method: "pm_new" });
    expect((await switchTo(who, id, pro, "works")).status).toBe(200);
    expect(await recorded(p)).toEqual(["subscription.switched"]);
  });

  it("400 as text where the price is not sold in the subscription's currency", async () => {
    const { who, id } = await payer();
    expectPlainError(
      await switchTo(who, id, ["yen", "monthly"], "works"),
      400,
      "The price is not sold in this currency",
    );
  });

  it("400 as text while it is past due, and 502 where Stripe fails", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    expect((await switchTo(who, id, pro, "broken")).status).toBe(502);
    await changeAtStripe(account, ["subscriptions", stripeId], { status: "past_due" });
    await report({ account }, { stripeId, cus });
    expectPlainError(await switchTo(who, id, pro, "works"), 400, texts.impossible);
  });

  it("200: others of the group end at Stripe", async () => {
    const shop = await payer();
    const { account, who, id } = shop;
    const support = await atProvider(shop, who, "support");
    expect((await switchTo(who, id, pro, "works")).status).toBe(200);
    expect(await stripeSubscription(account, support.stripeId)).toMatchObject({ status: "canceled" });
    expect((await inForce(who)).map(({ offer_id }) => offer_id)).toEqual(["pro"]);
  });

  // Evidence: race-same-request-many-times-once
  it("race: of the same request many times at once there is one invoice and one subscription", async () => {
    // Attack: the difference is charged many times.
    const { account, who, id } = await payer();
    const before = (await atStripe(account)).invoices?.length ?? 0;
    const responses = await Promise.all(times(4, () => switchTo(who, id, pro, "works")));
    const made = new Set(responses.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(made.size).toBe(1);
    expect((await atStripe(account)).invoices).toHaveLength(before + 1);
    expect(await inForce(who)).toMatchObject([{ id: [...made][0] }]);
    expectPlainError(await switchTo(who, id, pro, "works"), 400, texts.ended);
  });

  // Evidence: race-switches-cancellations-reports-once-leave
  it("race: switches, cancellations and reports at once leave what Stripe has", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    await Promise.all([
      switchTo(who, id, pro, "works"),
      report({ account }, { stripeId, cus }),
      act(who, cancelKey, { id, stripe: "works" }),
      switchTo(who, id, byYear, "works"),
      report({ account }, { stripeId, cus }),
    ]);
    await report({ account }, { stripeId, cus });
    const { metadata, cancel_at_period_end } = (await stripeSubscription(account, stripeId)) ?? expect.fail();
    expect(await inForce(who)).toMatchObject([
      { id: metadata.purchaseId, offer_id: metadata.offerId, cancels_at_period_end: cancel_at_period_end },
    ]);
  });
});
