import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { atStripe, changeAtStripe, deliver, type StripeBehaviour, withStripe } from "../../../testing/stripe";
import {
  ledgerOf,
  paidPayment,
  paidSubscription,
  purchasesOf,
  startedPayment,
  subscriptionsOf,
} from "../stripe/stripe.fixtures";

const list = "GET /internal/payments/transactions/{transaction_id}/payments";
const refund = "POST /internal/payments/transactions/{transaction_id}/refund";

type Body = { payment_id?: string; amount?: number; idempotency_key?: string };

/** Refunds with a key that is new unless it is given. */
function give(p: TestProject, transaction_id: string, body: Body = {}, behaviour: StripeBehaviour = "works") {
  const sent = { idempotency_key: newId(), ...body };
  return p.admin(refund, { params: { transaction_id }, body: sent, settings: withStripe(behaviour) });
}

const paymentsOf = (p: TestProject, transaction_id: string) =>
  p.admin(list, { params: { transaction_id }, settings: withStripe() });

/** A purchase that was paid, at $5.25, with what it included. */
async function bought() {
  const paid = await paidPayment();
  await deliver(paid.event);
  const [row] = await purchasesOf(paid.p);
  const refunds = async () => (await atStripe(paid.account)).refunds ?? [];
  return { ...paid, id: row?.id ?? "", refunds };
}

/** A subscription of which two invoices were paid, at €9.99 each. */
async function subscribed() {
  const found = await paidSubscription();
  const { p, account, id: stripeId, change, tell } = found;
  await change({ status: "active" });
  const invoices = async () => (await atStripe(account)).invoices ?? [];
  const pay = async () => {
    const open = (await invoices()).find(({ status }) => status === "open");
    if (open) await changeAtStripe(account, ["invoices", open.id], { status: "paid" });
  };
  await pay();
  await tell("invoice.paid");
  const [row] = await subscriptionsOf(p);
  return { p, account, stripeId, id: row?.id ?? "", invoices };
}

async function auditOf(p: TestProject, type = "payment.refunded") {
  const { body } = await p.admin("GET /internal/audit-events", { query: { type } });
  return body.items;
}

describe(list, () => {
  it("200 with the payment of a one-time purchase, and with what was refunded of it", async () => {
    const { p, id, payment } = await bought();
    expect((await give(p, id, { amount: 125 })).status).toBe(200);
    const { status, body } = await paymentsOf(p, id);
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({ id, type: "one_time", offer_id: "pack", customer_id: "acme" });
    expect(body.payments).toEqual([
      {
        ...{ id: payment.id, created_at_millis: expect.any(Number), currency: "USD", amount: 525 },
        ...{ refunded_amount: 125, is_disputed: false, invoice_number: null },
      },
    ]);
  });

  it("200 with the paid invoices of a subscription", async () => {
    const { p, id, invoices } = await subscribed();
    const { body } = await paymentsOf(p, id);
    const [invoice] = await invoices();
    expect(body.transaction).toMatchObject({ id, type: "subscription" });
    expect(body.payments).toMatchObject([
      { amount: 999, currency: "EUR", refunded_amount: 0, invoice_number: invoice?.number },
    ]);
  });

  it("501 where the instance takes no payments, 502 where Stripe fails", async () => {
    const { p, id } = await bought();
    const params = { transaction_id: id };
    expect((await p.admin(list, { params })).status).toBe(501);
    expect((await p.admin(list, { params, settings: withStripe("broken") })).status).toBe(502);
  });

  it("404 for a purchase of another project", async () => {
    // Attack: an owner names a purchase whose id they have seen elsewhere.
    const [{ id }, other] = [await bought(), await project()];
    expect((await paymentsOf(other, id)).status).toBe(404);
    expect((await paymentsOf(other, "nothing")).status).toBe(404);
  });
});

describe(refund, () => {
  it("200: gives a whole payment back, takes what it included, and leaves one event", async () => {
    const { p, account, id, payment, refunds } = await bought();
    const { status, body } = await give(p, id);
    expect(status).toBe(200);
    const [made] = await refunds();
    expect(body).toEqual({ id: made?.id, status: "succeeded", amount: 525, currency: "USD" });
    expect(await ledgerOf(p)).toEqual([10, -10]);
    expect(await purchasesOf(p)).toMatchObject([{ refundedAt: expect.any(Number), stripeEventId: expect.any(String) }]);
    // Stripe's own report of it, and an older one, change nothing more.
    await deliver({ type: "charge.refunded", account, object: { id: "ch_1", payment_intent: payment.id } });
    expect(await ledgerOf(p)).toEqual([10, -10]);
    expect(await auditOf(p)).toMatchObject([
      {
        target: { type: "purchase", id },
        details: { refund_id: made?.id, payment_id: payment.id, amount: 525, currency: "USD" },
      },
    ]);
  });

  it("200: gives parts back until nothing is left, and takes what was included with the last one", async () => {
    const { p, id } = await bought();
    expect((await give(p, id, { amount: 500 })).body).toMatchObject({ amount: 500 });
    expect(await ledgerOf(p)).toEqual([10]);
    expectPlainError(
      await give(p, id, { amount: 26 }),
      400,
      "This is more than what was paid and is not refunded yet.",
    );
    expect((await give(p, id)).body).toMatchObject({ amount: 25 });
    expect(await ledgerOf(p)).toEqual([10, -10]);
    expectPlainError(await give(p, id), 400, "This payment has been refunded already.");
    expectPlainError(await give(p, id, { amount: 1 }), 400, "This payment has been refunded already.");
    expect(await auditOf(p)).toHaveLength(2);
  });

  it("200: gives a payment of a subscription back, which goes on", async () => {
    const { p, id } = await subscribed();
    expectPlainError(await give(p, id), 400, "Say which payment to refund: the subscription has several.");
    const { body } = await paymentsOf(p, id);
    const payment_id = body.payments[0].id;
    expect((await give(p, id, { payment_id, amount: 400 })).body).toMatchObject({ amount: 400, currency: "EUR" });
    expect((await paymentsOf(p, id)).body.payments).toMatchObject([{ amount: 999, refunded_amount: 400 }]);
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", endedAt: null }]);
    expect(await auditOf(p)).toMatchObject([{ target: { type: "subscription", id }, details: { payment_id } }]);
  });

  it("makes one refund of a request that is sent twice, at once or later", async () => {
    // Attack: a double click, or a request that is sent again because its response was lost.
    const { p, id, refunds } = await bought();
    const again = { amount: 100, idempotency_key: "a click" };
    const responses = [...(await Promise.all([give(p, id, again), give(p, id, again)])), await give(p, id, again)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await refunds()).toHaveLength(1);
    expect(await auditOf(p)).toHaveLength(1);
    expectPlainError(
      await give(p, id, { ...again, amount: 101 }),
      409,
      "The idempotency key was used for a different refund.",
    );
  });

  it("never gives back more than what was paid, however many refunds are made at once", async () => {
    // Attack: parts that are each less than what was paid, and together more, raced against each other.
    const { p, id, refunds } = await bought();
    const responses = await Promise.all([300, 300, 300].map((amount) => give(p, id, { amount })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await refunds()).map((made) => made.amount)).toEqual([300]);
    expect(await ledgerOf(p)).toEqual([10]);
  });

  it("200 once for requests at once with one key, also with one that is no header", async () => {
    // Attack: a refund is sent many times, with a key that Stripe cannot take and that would make each a new one.
    const { p, id, refunds } = await bought();
    const idempotency_key = `ключ\n${"x".repeat(900)}`;
    const responses = await Promise.all([1, 2, 3].map(() => give(p, id, { amount: 100, idempotency_key })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refunds()).map((made) => made.amount)).toEqual([100]);
  });

  it("404 for a payment that did not pay for the purchase", async () => {
    // Attack: the payment of another customer, or of another subscription, is named beside a purchase of less.
    const { p, id, account, connection } = await bought();
    const other = await startedPayment(connection);
    await changeAtStripe(account, ["payment_intents", other.id], { status: "succeeded" });
    expectPlainError(await give(p, id, { payment_id: other.id }), 404, "The purchase has no such payment.");
    const subscription = await subscribed();
    for (const payment_id of [other.id, "pi_unknown", "x"]) {
      expectPlainError(
        await give(subscription.p, subscription.id, { payment_id }),
        404,
        "The purchase has no such payment.",
      );
    }
    expect((await atStripe(account)).refunds ?? []).toEqual([]);
    expect((await atStripe(subscription.account)).refunds ?? []).toEqual([]);
  });

  it("404 for a purchase of another project, and 401 for a server", async () => {
    // Attack: an owner refunds from another project's account; a backend whose key was stolen gives money away.
    const [{ p, id, refunds }, other] = [await bought(), await bought()];
    expectPlainError(await give(other.p, id), 404, "The project has no such purchase.");
    const body = { idempotency_key: "k" };
    const sent = { params: { transaction_id: id }, body, settings: withStripe() };
    expectError(await p.server(refund, sent), 401, "INSUFFICIENT_ACCESS_TYPE");
    expect([await refunds(), await other.refunds()]).toEqual([[], []]);
  });

  it("400 in words for what Stripe refuses, and 502 where it fails, with nothing changed", async () => {
    const { p, id, account, payment } = await bought();
    expect((await give(p, id, {}, "broken")).status).toBe(502);
    expect((await give(p, id, {}, "limited")).status).toBe(502);
    const charge = { id: "ch_1", amount_refunded: 0, refunded: false, disputed: true };
    await changeAtStripe(account, ["payment_intents", payment.id], { latest_charge: charge });
    expectPlainError(
      await give(p, id),
      400,
      "The customer's bank disputes this payment: Stripe refunds it by the dispute.",
    );
    await changeAtStripe(account, ["payment_intents", payment.id], {
      ...{ status: "processing", latest_charge: { ...charge, disputed: false } },
    });
    expectPlainError(
      await give(p, id),
      400,
      "Stripe refused the refund, such as for want of balance in the project's account.",
    );
    expect(await ledgerOf(p)).toEqual([10]);
    expect(await auditOf(p)).toEqual([]);
  });

  it("400 SCHEMA_ERROR for amounts of nothing, and without a key", async () => {
    const { p, id } = await bought();
    for (const body of [{ amount: 0 }, { amount: -5 }, { amount: 1.5 }, { idempotency_key: "" }]) {
      expectError(await give(p, id, body), 400, "SCHEMA_ERROR");
    }
    const sent = { params: { transaction_id: id }, body: {} as never, settings: withStripe() };
    expectError(await p.admin(refund, sent), 400, "SCHEMA_ERROR");
  });
});

describe("a purchase in test mode", () => {
  const includedItems = {
    credits: { quantity: 10 },
    seats: { quantity: 3, repeat: [1, "month"], expires: "never" },
  };
  const offer = { customerType: "custom", includedItems, displayName: "Offer" };
  const shop = {
    "payments.items.credits": { displayName: "Credits", customerType: "custom" },
    "payments.items.seats": { displayName: "Seats", customerType: "custom" },
    "payments.offers.once": { ...offer, prices: { price: { USD: "5" } } },
    "payments.offers.plan": { ...offer, prices: { price: { USD: "5", interval: [1, "month"] } } },
  };

  async function boughtInTestMode(offer_id: string) {
    const p = await project(shop);
    const body = { customer_type: "custom", customer_id: "acme", offer_id } as const;
    const { body: created } = await p.server("POST /payments/purchases/create-purchase-url", { body });
    const full_code = new URL(created.url).pathname.replace("/purchase/", "");
    const bought = { full_code, price_id: "price" };
    await p.admin("POST /internal/payments/test-mode-purchase-session", { body: bought });
    const { body: listed } = await p.admin("GET /internal/payments/transactions");
    const { id } = listed.transactions[0];
    const takeBack = (body: Body = {}) =>
      p.admin(refund, { params: { transaction_id: id }, body: { idempotency_key: newId(), ...body } });
    const balance = async (item_id: string) => {
      const params = { customer_type: "custom", customer_id: "acme", item_id } as const;
      return (await p.server("GET /payments/items/{customer_type}/{customer_id}/{item_id}", { params })).body.quantity;
    };
    return { p, id, takeBack, balances: async () => [await balance("credits"), await balance("seats")] };
  }

  it.for(["once", "plan"])("of %s is taken back with all that it included, once, without Stripe", async (offer_id) => {
    const { p, id, takeBack, balances } = await boughtInTestMode(offer_id);
    expect(await balances()).toEqual([10, 3]);
    expect((await p.admin(list, { params: { transaction_id: id } })).body).toMatchObject({ payments: [] });
    const responses = await Promise.all([takeBack(), takeBack()]);
    expect(responses.map(({ status }) => status)).toContain(200);
    expect(await balances()).toEqual([0, 0]);
    expectPlainError(await takeBack(), 400, "This purchase in test mode was taken back already, or has ended.");
    expect(await balances()).toEqual([0, 0]);
    const type = offer_id === "once" ? "purchase" : "subscription";
    expect(await auditOf(p, "test_purchase.taken_back")).toMatchObject([{ target: { type, id } }]);
  });

  it("400 with a payment or an amount, of which it has none", async () => {
    const { takeBack, balances } = await boughtInTestMode("once");
    for (const body of [{ amount: 100 }, { payment_id: "pi_1" }]) {
      expectPlainError(
        await takeBack(body),
        400,
        "A purchase in test mode has no payment, and is taken back as a whole.",
      );
    }
    expect(await balances()).toEqual([10, 3]);
  });
});
