import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stripeEvents } from "../../../db/payments/stripe/schema";
import { readSettings } from "../../../platform/env";
import { stepOf } from "../../../testing/jobs";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { togetherOrApart } from "../../../testing/shards";
import { atStripe, changeAtStripe, deliver, signatureOf, stripeEvent, withStripe } from "../../../testing/stripe";
import { startSubscription, switchSubscription } from "./index";
import { sweepStripeEvents } from "./jobs";
import {
  basic,
  chosen,
  ledgerOf,
  pack,
  paidPayment,
  paidSubscription,
  payingProject,
  pro,
  purchasesOf,
  startedPayment,
  subscriptionsOf,
} from "./stripe.fixtures";
import { subscriptionStatements } from "./subscriptions";

/** HMAC-SHA-256 of time and body under the secret of the tests, as OpenSSL makes it. */
const vector = {
  at: 1798761599,
  payload:
    '{"id":"evt_vector","object":"event","type":"payout.paid","data":{"object":{"id":"po_1","object":"payout"}}}',
  v1: "738ac12a0c85e80dbce3db6722c9d5db0129c92c98d52ef1789429dd8215ff1b",
};

const webhooks = "POST /integrations/stripe/webhooks";
const received = { received: true };

const eventsOf = async ({ id }: TestProject) =>
  (await db.batch([db.select().from(stripeEvents).where(eq(stripeEvents.projectId, id))]))[0];

afterEach(() => void vi.useRealTimers());

describe(webhooks, () => {
  const sending = (payload: string, signature?: string, settings = withStripe()) =>
    sendRequest(webhooks, {
      rawBody: payload,
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      settings,
    });

  it("400 SCHEMA_ERROR without a signature", async () => {
    const response = await sending("{}");
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("headers.stripe-signature must be defined");
  });

  // Evidence: signature-stripe-s-over-very-text
  it("400 for a signature that is not Stripe's over this very text and of these minutes", async () => {
    // Attack: events tell of purchases that were never paid. Stripe has not sent them, has sent them long ago, or they were changed. Other
    // events are signed for a later time, and would be valid for longer than five minutes.
    const payload = stripeEvent({ type: "payment_intent.succeeded", object: { id: "pi_1" } });
    const minutesAgo = Math.floor(Date.now() / 1000) - 6 * 60;
    const signatures = [
      "",
      "t=1,v1=00",
      await signatureOf(payload, { secret: "whsec_other" }),
      await signatureOf(payload, { at: minutesAgo }),
      await signatureOf(payload, { at: minutesAgo + 12 * 60 }),
      await signatureOf(`${payload} `),
      (await signatureOf(payload)).replace("v1=", "v0="),
    ];
    for (const signature of signatures) {
      expectPlainError(await sending(payload, signature), 400, "Invalid stripe-signature header");
    }
  });

  // Evidence: stripe-signature-scheme-by-fixed-vector
  it("takes the signature scheme as Stripe documents it, by a vector that its library has not made", async () => {
    // Attack: an event that was recorded is sent again later, or under a time, a scheme or a secret that does not count.
    vi.useFakeTimers({ toFake: ["Date"] });
    const statusAt = async (seconds: number, header: string) => {
      vi.setSystemTime(seconds * 1000);
      return (await sending(vector.payload, header)).status;
    };
    const { at, v1 } = vector;
    const expected: [header: string, later: number, status: number][] = [
      [`t=${at},v1=${v1}`, 0, 200],
      // While the secret is rolled, Stripe signs with both.
      [`t=${at},v1=${"0".repeat(64)},v1=${v1},v0=${"0".repeat(64)}`, 0, 200],
      [`t=${at},v1=${v1}`, 299, 200],
      [`t=${at},v1=${v1}`, 301, 400],
      [`t=${at + 300},v1=${v1}`, 301, 400],
      [`t=${at},t=${at + 300},v1=${v1}`, 301, 400],
      [`t=${at + 300},t=${at},v1=${v1}`, 301, 400],
      [`t=${at},v1=${v1}`, -301, 400],
      [`t=${at},v0=${v1}`, 0, 400],
      [`t=${at},v1=${v1.toUpperCase()}`, 0, 400],
      [`t=${at},v1=${v1.slice(0, 32)}`, 0, 400],
      [`t=${at}`, 0, 400],
      [`v1=${v1}`, 0, 400],
    ];
    for (const [header, later, status] of expected) {
      expect([header, later, await statusAt(at + later, header)]).toEqual([header, later, status]);
    }
  });

  it("200 without effect for an event of another account, of none, or of another kind", async () => {
    const { p, event, account } = await paidPayment();
    const others = [
      { ...event, account: "acct_unknown" },
      { type: event.type, object: event.object },
      { ...event, type: "payout.paid" },
      { type: "customer.subscription.updated", account, object: { id: "sub_unknown", customer: "cus_unknown" } },
      { type: "charge.refunded", account, object: { id: "ch_2", payment_intent: "pi_unknown" } },
    ];
    for (const each of others) {
      const { status, body } = await deliver(each);
      expect([status, body]).toEqual([200, received]);
    }
    expect([await purchasesOf(p), await ledgerOf(p)]).toEqual([[], []]);
  });

  // Evidence: without-effect-signed-body-event
  it("200 without effect for a signed body that is no event", async () => {
    // Attack: bodies of other shapes, which Stripe would send again for days if they were errors.
    const { p, event } = await paidPayment();
    const whole = JSON.parse(stripeEvent(event));
    const bodies = [
      ...["{", "null", "5", '"text"', "[]", "{}"],
      ...[{ data: undefined }, { data: null }, { data: {} }, { data: { object: null } }, { data: { object: "pi" } }],
      ...[{ account: { id: whole.account } }, { account: 5 }, { created: "today" }, { created: 1e300 }],
      ...[{ id: undefined }, { id: 5 }, { id: "" }, { type: undefined }, { type: 5 }],
      ...[{ id: 5 }, { id: { id: "pi" } }, { customer: 5 }, { customer: { id: 5 } }].map((changes) => ({
        data: { object: { ...event.object, ...changes } },
      })),
      { type: "charge.refunded", data: { object: { id: "ch_1", payment_intent: { id: 5 } } } },
    ].map((body) => (typeof body === "string" ? body : JSON.stringify({ ...whole, ...body })));
    for (const body of bodies) {
      const response = await deliver(body);
      expect([body, response.status, response.body]).toEqual([body, 200, received]);
    }
    expect([await purchasesOf(p), await eventsOf(p)]).toEqual([[], []]);
  });

  it("501 without the secret of webhooks", async () => {
    const payload = stripeEvent({ type: "payment_intent.succeeded", object: {} });
    const response = await sendRequest(webhooks, {
      rawBody: payload,
      headers: { "stripe-signature": await signatureOf(payload) },
    });
    expect([response.status, response.body]).toEqual([501, expect.stringContaining("STRIPE_SECRET_KEY")]);
  });

  it("502 where Stripe cannot be read, and the effect when it sends the event again", async () => {
    const { p, event } = await paidPayment();
    const payload = stripeEvent(event);
    expect((await deliver(payload, withStripe("limited"))).status).toBe(502);
    expect([await purchasesOf(p), await eventsOf(p)]).toEqual([[], []]);
    expect((await deliver(payload)).status).toBe(200);
    expect(await ledgerOf(p)).toEqual([10]);
  });

  it("sweeps events a month after they came", async () => {
    const { p, event } = await paidPayment();
    await deliver(event);
    await db.batch([db.update(stripeEvents).set({ expiresAt: 1 }).where(eq(stripeEvents.projectId, p.id))]);
    await stepOf(sweepStripeEvents);
    expect(await eventsOf(p)).toEqual([]);
  });
});

describe("a payment that has succeeded", () => {
  it("is a purchase with what it includes, once however often and at once its event comes", async () => {
    const { p, event, payment } = await paidPayment({ ...pack, quantity: 3, customerId: "a customer of ours" });
    const payload = stripeEvent(event);
    const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(payload)));
    for (const { status, body } of responses) expect([status, body]).toEqual([200, received]);
    const again = await deliver(payload);
    // The event is known: nothing is asked or written.
    expect([again.status, again.cost.d1, again.cost.rowsWritten]).toEqual([200, togetherOrApart(1, 2), 0]);
    await deliver(event);
    expect(await ledgerOf(p)).toEqual([30]);
    expect(await purchasesOf(p)).toMatchObject([
      {
        ...{ id: payment.purchaseId, customerType: "custom", customerId: "a customer of ours", offerId: "pack" },
        ...{ priceId: "once", quantity: 3, isTest: false, refundedAt: null, stripePaymentIntentId: payment.id },
        stripeEventId: JSON.parse(payload).id,
      },
    ]);
    expect((await eventsOf(p)).map(({ type, objectId }) => [type, objectId])).toEqual([
      ["payment_intent.succeeded", payment.id],
      ["payment_intent.succeeded", payment.id],
    ]);
  });

  it("costs three round trips to the database", async () => {
    const { event } = await paidPayment();
    const { status, cost } = await deliver(event);
    expect([status, cost.d1]).toEqual([200, togetherOrApart(3, 4)]);
  });

  it("is counted in the smallest unit of its currency, of which yen have no other", async () => {
    const yen = { ...pack, priceId: "yen", currency: "JPY", unitAmount: 500, quantity: 2 } as const;
    const { p, account, event } = await paidPayment(yen);
    expect((await atStripe(account)).payment_intents).toMatchObject([{ amount: 1000, currency: "jpy" }]);
    await deliver(event);
    expect(await ledgerOf(p)).toEqual([20]);
  });

  // Evidence: nothing-before-has-whatever-event-says
  it("is nothing before it has, whatever its event says", async () => {
    // Attack: an event is signed, but what it says of the payment is not what the payment is.
    const { p, connection } = await payingProject();
    const { id } = await startedPayment(connection);
    const object = { id, status: "succeeded" };
    await deliver({ type: "payment_intent.succeeded", account: connection.stripeAccountId, object });
    expect(await purchasesOf(p)).toEqual([]);
  });

  // Evidence: nothing-where-names-another-project-less
  it("is nothing where it names another project, or is of less than the price", async () => {
    // Attack: the owner of a connected account makes payments there that name a purchase of another project. Or a cheap payment names an
    // expensive purchase.
    const other = await payingProject();
    const { p, account, event, payment } = await paidPayment();
    const { metadata } = event.object;
    for (const changes of [{ metadata: { ...metadata, tenancyId: other.p.id } }, { metadata, amount: 1 }]) {
      await changeAtStripe(account, ["payment_intents", payment.id], changes);
      await deliver(event);
      expect([await purchasesOf(p), await purchasesOf(other.p)]).toEqual([[], []]);
    }
    // The same by an event of the other project's account, in which there is no such payment.
    await deliver({ ...event, account: other.connection.stripeAccountId });
    expect(await purchasesOf(other.p)).toEqual([]);
  });

  it("is what its metadata says where what was stored when it began is gone", async () => {
    const { p, account, event, payment } = await paidPayment();
    const offer = { ...(await configured(p)), includedItems: { credits: { quantity: 7 } } };
    const { purchaseId: _, ...metadata } = event.object.metadata;
    const forms = [
      [{ ...metadata, offer: JSON.stringify(offer) }, [7]],
      [{ ...metadata, offer: "{" }, [7]],
    ] as const;
    for (const [each, ledger] of forms) {
      await changeAtStripe(account, ["payment_intents", payment.id], { metadata: each });
      await deliver(event);
      expect(await ledgerOf(p)).toEqual(ledger);
    }
  });

  async function configured(p: TestProject) {
    const { body } = await p.admin("GET /internal/config");
    return JSON.parse(body.config_string).payments.offers.pack;
  }
});

describe("a payment that was given back", () => {
  const refund = (account: string, id: string, refunded = true) =>
    changeAtStripe(account, ["payment_intents", id], { latest_charge: { id: "ch_1", refunded } });

  it("takes back what it has given, once, and is kept with the time", async () => {
    const { p, account, event, payment } = await paidPayment();
    await deliver(event);
    await refund(account, payment.id);
    const refunded = { type: "charge.refunded", account, object: { id: "ch_1", payment_intent: payment.id } };
    await Promise.all([deliver(refunded), deliver(refunded)]);
    await deliver(refunded);
    // An older event says that it has succeeded.
    await deliver(event);
    expect(await ledgerOf(p)).toEqual([10, -10]);
    expect(await purchasesOf(p)).toMatchObject([{ refundedAt: expect.any(Number) }]);
  });

  it("gives nothing where its refund is handled before it is", async () => {
    const { p, account, event, payment } = await paidPayment();
    await refund(account, payment.id);
    await deliver({ type: "charge.refunded", account, object: { id: "ch_1", payment_intent: payment.id } });
    await deliver(event);
    expect((await ledgerOf(p)).reduce((sum, delta) => sum + delta, 0)).toBe(0);
    expect(await purchasesOf(p)).toMatchObject([{ refundedAt: expect.any(Number) }]);
  });

  it("keeps what it has given where a part was given back", async () => {
    const { p, account, event, payment } = await paidPayment();
    await deliver(event);
    await refund(account, payment.id, false);
    await deliver({ type: "charge.refunded", account, object: { id: "ch_1", payment_intent: payment.id } });
    expect(await ledgerOf(p)).toEqual([10]);
    expect(await purchasesOf(p)).toMatchObject([{ refundedAt: null }]);
  });
});

describe("a subscription", () => {
  it("has rights from its beginning once it is paid, and none before, in three round trips", async () => {
    const { p, id, purchaseId, change, tell } = await paidSubscription();
    const created = await tell("customer.subscription.created");
    expect([created.status, created.cost.d1]).toEqual([200, togetherOrApart(3, 4)]);
    const [incomplete] = await subscriptionsOf(p);
    expect(incomplete).toMatchObject({
      ...{ id: purchaseId, stripeSubscriptionId: id, offerId: "basic", priceId: "monthly", quantity: 1 },
      ...{ customerType: "custom", customerId: "acme", status: "incomplete", isTest: false, replacedBy: null },
      endedAt: incomplete?.createdAt,
    });
    await change({ status: "active" });
    await tell("invoice.paid");
    expect(await subscriptionsOf(p)).toMatchObject([
      { status: "active", endedAt: null, createdAt: incomplete?.createdAt },
    ]);
  });

  it("is one row however many of its events come at once", async () => {
    const { p, change, tell } = await paidSubscription();
    await change({ status: "active" });
    const types = ["customer.subscription.created", "customer.subscription.updated", "invoice.paid"];
    await Promise.all(types.map(tell));
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", endedAt: null }]);
  });

  it("is what Stripe says now, so that an event that comes late undoes nothing", async () => {
    const { p, account, id, customer, change, tell } = await paidSubscription();
    const old = stripeEvent({
      ...{ type: "customer.subscription.created", account, created: Math.floor(Date.now() / 1000) - 3600 },
      object: { id, customer, status: "incomplete" },
    });
    await change({ status: "active" });
    await tell();
    await deliver(old);
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", endedAt: null }]);
  });

  // Evidence: race-answer-stripe-s-older-what
  it("race: a response of Stripe's that is older than what a row has changes nothing", async () => {
    const { p, connection, customer, id, change, tell } = await paidSubscription();
    const settings = readSettings({ ...env, ...withStripe() });
    // Holds what two requests have read, which they are about to write: before there is a row, and after.
    const about = { stripeCustomerId: customer, stripeEventId: null };
    const read = () => subscriptionStatements({ ...connection, settings }, about);
    const first = await read();
    await change({ status: "active" });
    await tell();
    await change({ status: "past_due" });
    const second = await read();
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    await switchSubscription(connection, { ...price, stripeSubscriptionId: id, interval: [1, "month"] });
    const third = await read();
    await tell();
    const fourth = await read();
    await change({ status: "active" });
    await tell();
    const rows = await subscriptionsOf(p);
    expect(rows.map(({ status, offerId }) => [status, offerId])).toEqual([
      ["canceled", "basic"],
      ["active", "pro"],
    ]);
    for (const [statement, ...rest] of [first, second, third, fourth])
      if (statement) await db.batch([statement, ...rest]);
    expect(await subscriptionsOf(p)).toEqual(rows);
  });

  it("is renewed in its row", async () => {
    const { p, change, tell } = await paidSubscription();
    const { items } = await change({ status: "active" });
    await tell();
    const [before] = await subscriptionsOf(p);
    const [item] = items.data;
    const next = {
      current_period_start: item.current_period_end,
      current_period_end: item.current_period_end + 86_400,
    };
    await change({ items: { ...items, data: [{ ...item, ...next }] } });
    await tell("invoice.paid");
    expect(await subscriptionsOf(p)).toMatchObject([
      {
        ...{ id: before?.id, createdAt: before?.createdAt, endedAt: null },
        currentPeriodStart: before?.currentPeriodEnd,
        currentPeriodEnd: next.current_period_end * 1000,
      },
    ]);
  });

  it("loses its rights while it is not paid, and has them again when it is", async () => {
    const { p, change, tell } = await paidSubscription();
    await change({ status: "active" });
    await tell();
    await change({ status: "past_due" });
    await tell("invoice.payment_failed");
    const [pastDue] = await subscriptionsOf(p);
    expect(pastDue).toMatchObject({ status: "past_due", endedAt: expect.any(Number) });
    await change({ status: "unpaid" });
    await tell();
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "unpaid", endedAt: pastDue?.endedAt }]);
    await change({ status: "active" });
    await tell("invoice.paid");
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", endedAt: null }]);
  });

  it("keeps its rights until its period ends when it is cancelled then, and has none afterwards", async () => {
    const { p, change, tell } = await paidSubscription();
    await change({ status: "active", cancel_at_period_end: true });
    await tell();
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", cancelsAtPeriodEnd: true, endedAt: null }]);
    await change({ status: "canceled", ended_at: Math.floor(Date.now() / 1000) });
    await tell("customer.subscription.deleted");
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "canceled", endedAt: expect.any(Number) }]);
  });

  it("that is switched ends as one row and goes on as another, once", async () => {
    const { p, connection, id, purchaseId, change, tell } = await paidSubscription();
    await change({ status: "active" });
    await tell();
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    const switched = { ...price, stripeSubscriptionId: id, interval: [1, "month"] as const };
    await switchSubscription(connection, switched);
    await tell();
    const [before, after] = await subscriptionsOf(p);
    expect(before).toMatchObject({ id: purchaseId, status: "canceled", replacedBy: price.metadata.purchaseId });
    expect(after).toMatchObject({ offerId: "pro", status: "active", endedAt: null });
    await Promise.all([tell(), tell("invoice.paid"), tell()]);
    expect(await subscriptionsOf(p)).toMatchObject([
      { id: purchaseId, endedAt: before?.endedAt },
      { id: price.metadata.purchaseId, status: "active", endedAt: null, replacedBy: null, offerId: "pro" },
    ]);
  });

  it("is nothing where its metadata names another project, or no offer", async () => {
    // Attack: the owner of a connected account names another project in the metadata of a subscription.
    const other = await payingProject();
    const { p, change, tell } = await paidSubscription();
    const { metadata } = await change({ status: "active" });
    for (const changed of [{ ...metadata, tenancyId: other.p.id }, {}, { tenancyId: p.id, customerId: "acme" }]) {
      await change({ metadata: changed });
      expect((await tell()).status).toBe(200);
    }
    expect([await subscriptionsOf(p), await subscriptionsOf(other.p)]).toEqual([[], []]);
  });

  it("of a trial is begun without a payment, with a secret for the payment method, before which it gives nothing", async () => {
    const { p, connection } = await payingProject();
    const price = await chosen(connection, basic);
    const trialEnd = Date.now() + 7 * 86_400_000;
    const started = await startSubscription(connection, { ...price, interval: [1, "month"], trialEnd });
    expect(started.clientSecret).toMatch(/^seti_/);
    const object = { id: "sub", customer: price.stripeCustomerId };
    await deliver({ type: "customer.subscription.created", account: connection.stripeAccountId, object });
    expect((await subscriptionsOf(p)).map(({ createdAt, endedAt }) => endedAt === createdAt)).toEqual([true]);
  });
});
