import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { changeAtStripe, deliver } from "../../../testing/stripe";
import {
  basic,
  chosen,
  ledgerOf,
  paidPayment,
  paidSubscription,
  payingProject,
  purchasesOf,
  startedPayment,
  startedSubscription,
  subscriptionsOf,
} from "./stripe.fixtures";

describe("a payment that is not what was begun", () => {
  // Evidence: grants-nothing
  it.each([
    ["of which a part was captured", { amount_received: 524 }],
    ["of more than the price", { amount: 526 }],
    ["in another currency, of as many of its smallest units", { currency: "jpy" }],
    ["in a currency in which there is no price", { currency: "eur" }],
  ])("grants nothing: one %s", async (_, changes) => {
    // Attack: the amount of a payment is changed at Stripe before it is paid, or less than all of it is captured.
    const { p, account, event, payment } = await paidPayment();
    await changeAtStripe(account, ["payment_intents", payment.id], changes);
    expect((await deliver(event)).status).toBe(200);
    expect([await purchasesOf(p), await ledgerOf(p)]).toEqual([[], []]);
  });

  // Evidence: grants-nothing-where-only-metadata-say
  it("grants nothing where only its metadata say what was bought, and it is less than the price", async () => {
    // Attack: a payment made beside the product names an offer of the configuration.
    const { p, account, event, payment } = await paidPayment();
    const { purchaseId: _, ...metadata } = event.object.metadata;
    const cheap = (changes: object) =>
      changeAtStripe(account, ["payment_intents", payment.id], { metadata, amount: 1, ...changes });
    for (const changes of [{}, { metadata: { ...metadata, priceId: "none" } }]) {
      await cheap(changes);
      await deliver(event);
      expect(await purchasesOf(p)).toEqual([]);
    }
  });

  // Evidence: what-stored-when-began-whatever-metadata
  it("is what was stored when it began, whatever its metadata have become", async () => {
    // Attack: the metadata of a payment are changed at Stripe to another customer, quantity or offer.
    const { p, account, event, payment } = await paidPayment();
    const { metadata } = event.object;
    const changed = { ...metadata, customerId: "another", purchaseQuantity: "1000", offerId: "pro", priceId: "yen" };
    await changeAtStripe(account, ["payment_intents", payment.id], { metadata: changed });
    await deliver(event);
    expect(await purchasesOf(p)).toMatchObject([{ customerId: "acme", quantity: 1, offerId: "pack", priceId: "once" }]);
    expect(await ledgerOf(p)).toEqual([10]);
  });

  // Evidence: grants-once-where-two-payments-name
  it("grants once where two payments name one purchase", async () => {
    // Attack: a second payment of the same price has the metadata of the first one, and grants it again.
    const { p, connection, account, event } = await paidPayment();
    await deliver(event);
    const second = await startedPayment(connection);
    const object = await changeAtStripe(account, ["payment_intents", second.id], {
      ...{ status: "succeeded", metadata: event.object.metadata, latest_charge: { id: "ch_2", refunded: false } },
    });
    expect((await deliver({ ...event, object })).status).toBe(200);
    expect(await purchasesOf(p)).toHaveLength(1);
    expect(await ledgerOf(p)).toEqual([10]);
  });

  it("race: its failed attempts grant nothing, in whatever order they are reported", async () => {
    const { p, account, event, payment } = await paidPayment();
    const fail = { type: "payment_intent.payment_failed", account, object: event.object };
    await changeAtStripe(account, ["payment_intents", payment.id], { status: "requires_payment_method" });
    await deliver(fail);
    await deliver(event);
    expect(await purchasesOf(p)).toEqual([]);
    await changeAtStripe(account, ["payment_intents", payment.id], { status: "succeeded" });
    await Promise.all([deliver(fail), deliver(event)]);
    await deliver(fail);
    expect([await purchasesOf(p), await ledgerOf(p)]).toMatchObject([[{ refundedAt: null }], [10]]);
  });
});

describe("a payment that the customer's bank disputes", () => {
  it.each([
    ["lost", [10, -10]],
    ["won", [10]],
    ["under_review", [10]],
  ])("with the outcome %s leaves %j in the ledger, once", async (status, ledger) => {
    const { p, account, event, payment } = await paidPayment();
    await deliver(event);
    const id = `dp_${newId()}`;
    await changeAtStripe(account, ["disputes", id], { payment_intent: payment.id, charge: "ch_1", status });
    await changeAtStripe(account, ["payment_intents", payment.id], {
      latest_charge: { id: "ch_1", refunded: false, disputed: true },
    });
    const closed = { type: "charge.dispute.closed", account, object: { id, payment_intent: payment.id } };
    await Promise.all([deliver(closed), deliver(closed)]);
    await deliver(event);
    expect(await ledgerOf(p)).toEqual(ledger);
    expect((await purchasesOf(p))[0]?.refundedAt !== null).toBe(status === "lost");
  });
});

describe("a subscription that was changed at Stripe", () => {
  // Evidence: goes-still-ends
  it.each([
    ["no metadata", () => ({})],
    ["another project's", (metadata: object) => ({ ...metadata, tenancyId: newId() })],
    ["another customer's", (metadata: object) => ({ ...metadata, customerId: "another" })],
    [
      "those of a purchase that there is not",
      (metadata: object) => ({ ...metadata, purchaseId: newId(), offerId: "pro" }),
    ],
  ])("to %s goes on as it was, and still ends", async (_, change) => {
    // Attack: metadata are changed at Stripe, so that a subscription becomes another one, or is never seen to end.
    const { p, change: update, tell, purchaseId } = await paidSubscription();
    const { metadata } = await update({ status: "active" });
    await tell();
    await update({ metadata: change(metadata) });
    await tell();
    const own = { id: purchaseId, customerId: "acme", offerId: "basic" };
    expect(await subscriptionsOf(p)).toMatchObject([{ ...own, status: "active", endedAt: null }]);
    await update({ status: "canceled", ended_at: Math.floor(Date.now() / 1000) });
    await tell("customer.subscription.deleted");
    expect(await subscriptionsOf(p)).toMatchObject([{ ...own, status: "canceled", endedAt: expect.any(Number) }]);
  });

  it("to the purchase of another customer goes on as it was", async () => {
    // Attack: the metadata of one customer's subscription name what another customer is about to pay.
    const { p, connection, change, tell, purchaseId } = await paidSubscription();
    const { metadata } = await change({ status: "active" });
    await tell();
    const other = await chosen(connection, { ...basic, customerId: "another" });
    await change({ metadata: { ...metadata, ...other.metadata } });
    await tell();
    expect(await subscriptionsOf(p)).toMatchObject([{ id: purchaseId, customerId: "acme", endedAt: null }]);
  });

  // Evidence: purchase-another-project-s-customer-nothing
  it("to the purchase of another project's customer is nothing there", async () => {
    // Attack: an event of one project's account is about a subscription whose metadata name another project's purchase.
    const other = await payingProject();
    const begun = await startedSubscription(other.connection);
    const { p, change, tell } = await paidSubscription();
    const { metadata } = await change({ status: "active" });
    await change({ metadata: { ...metadata, tenancyId: other.p.id, purchaseId: begun.purchaseId } });
    await tell();
    expect([await subscriptionsOf(p), await subscriptionsOf(other.p)]).toEqual([[], []]);
  });

  it("in its quantity goes on in another row, once, and is followed there", async () => {
    const { p, change, tell, purchaseId } = await paidSubscription();
    const { items } = await change({ status: "active" });
    await tell();
    const [item] = items.data;
    await change({ items: { ...items, data: [{ ...item, quantity: 3 }] } });
    await Promise.all([tell(), tell("invoice.paid"), tell()]);
    await tell();
    const [before, after, ...rest] = await subscriptionsOf(p);
    expect(before).toMatchObject({ id: purchaseId, quantity: 1, status: "canceled", replacedBy: after?.id });
    expect(after).toMatchObject({ quantity: 3, status: "active", endedAt: null, offerId: "basic", replacedBy: null });
    expect(rest).toEqual([]);
    await change({ status: "past_due" });
    await tell("invoice.payment_failed");
    expect((await subscriptionsOf(p))[1]).toMatchObject({ id: after?.id, status: "past_due" });
  });
});
