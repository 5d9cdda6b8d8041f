import { describe, expect, it } from "vitest";
import { times } from "../../../testing/limited";
import { quickTimers } from "../../../testing/quick-timers";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { changeAtStripe, withStripe } from "../../../testing/stripe";
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
  resumeKey,
  type Shop,
  stripeSubscription,
  switchTo,
  testShop,
} from "./portal.fixtures";

const texts = {
  none: "The customer has no such subscription.",
  ended: "The subscription has ended.",
  failed: "Stripe did not respond as expected. Try again later.",
};

/** A user who pays for a subscription, of which a test changes what Stripe has. */
async function payer(): Promise<Shop & { who: Acting; id: string; stripeId: string; cus: string }> {
  const shop = await payingShop();
  const who = await person(shop.p);
  return { ...shop, who, ...(await atProvider(shop, who)) };
}

function refusedChanges(key: typeof cancelKey | typeof resumeKey): void {
  // Evidence: text-unknown-subscription-another-customer-s
  it("404 as text for an unknown subscription, and for one of another customer's", async () => {
    // Attack: the id of another's subscription, with a customer of one's own.
    const p = await testShop();
    const [who, victim] = [await person(p), await person(p)];
    const id = await inTestMode(p, victim);
    for (const each of [id, "none", "", "x".repeat(1_000)].filter(Boolean)) {
      expectPlainError(await act(who, key, { id: each }), 404, texts.none);
    }
    expect((await listed(victim)).subscriptions).toMatchObject([{ id, cancels_at_period_end: false }]);
  });

  // Evidence: text-subscription-another-project-s
  it("404 as text for a subscription of another project's", async () => {
    // Attack: the server key of one project, with a customer who has the same id there.
    const [p, other] = [await testShop(), await testShop()];
    const customer = { customer_type: "custom", customer_id: "acme" };
    const id = await inTestMode(p, { send: p.server, customer }, "custom");
    expectPlainError(await act({ send: other.server, customer }, key, { id }), 404, texts.none);
  });

  // Evidence: text-has-ended-switched-goes-another
  it("400 as text for one that has ended, and for one that was switched and goes on with another id", async () => {
    // Attack: a request of before a switch is sent again.
    const { p, account, who, id, stripeId, cus } = await payer();
    const { body: switched } = await switchTo(who, id, ["pro", "monthly"], "works");
    expectPlainError(await act(who, key, { id, stripe: "works" }), 400, texts.ended);
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ cancel_at_period_end: false });
    await changeAtStripe(account, ["subscriptions", stripeId], { status: "canceled" });
    await report({ account }, { stripeId, cus });
    expectPlainError(await act(who, key, { id: switched.id, stripe: "works" }), 400, texts.ended);
    expect(await recorded(p)).toEqual(["subscription.switched"]);
  });

  it("501 as text where there is no Stripe, and 502 where it fails, with nothing changed", async () => {
    const { p, who, id } = await payer();
    expect((await act(who, key, { id })).status).toBe(501);
    quickTimers({ factor: 50 });
    for (const behaviour of ["broken", "limited"] as const) {
      expectPlainError(await act(who, key, { id, stripe: behaviour }), 502, texts.failed);
    }
    const late = { ...withStripe("hangs"), OUTBOUND_TIMEOUT_MS: "20" };
    expectPlainError(await act(who, key, { id, settings: late }), 502, texts.failed);
    expect((await listed(who)).subscriptions).toMatchObject([{ status: "active", cancels_at_period_end: false }]);
    expect(await recorded(p)).toEqual([]);
  });
}

describe("POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/cancel", () =>
  refusedChanges(cancelKey));
describe("POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/resume", () =>
  refusedChanges(resumeKey));

describe("cancelling in test mode", () => {
  it("200: it ends with its period, and goes on when that is taken back; in two round trips", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const cancelled = await act(who, cancelKey, { id });
    expect([cancelled.status, cancelled.cost.d1]).toEqual([200, 2]);
    const ends = { status: "active", cancels_at_period_end: true, can_cancel: false, can_resume: true };
    expect(cancelled.body).toMatchObject({ id, ...ends });
    expect((await listed(who)).subscriptions).toEqual([cancelled.body]);
    const resumed = await act(who, resumeKey, { id });
    expect([resumed.status, resumed.cost.d1]).toEqual([200, 2]);
    expect(resumed.body).toMatchObject({ cancels_at_period_end: false, can_cancel: true, can_resume: false });
  });

  it("200 to requests that are repeated, with one event in the audit log for each change", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    for (const key of [cancelKey, resumeKey] as const) {
      const responses = await Promise.all(times(10, () => act(who, key, { id })));
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
    expect(await recorded(p)).toEqual(["subscription.cancelled", "subscription.resumed"]);
  });
});

describe("cancelling at Stripe", () => {
  it("200: it ends with its period, and goes on when that is taken back; in three round trips", async () => {
    const { p, account, who, id, stripeId } = await payer();
    const cancelled = await act(who, cancelKey, { id, stripe: "works" });
    expect([cancelled.status, cancelled.cost.d1]).toEqual([200, 3]);
    expect(cancelled.body).toMatchObject({ id, status: "active", cancels_at_period_end: true, can_resume: true });
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ cancel_at_period_end: true });
    await act(who, cancelKey, { id, stripe: "works" });
    const resumed = await act(who, resumeKey, { id, stripe: "works" });
    expect([resumed.status, resumed.cost.d1]).toEqual([200, 3]);
    expect(resumed.body).toMatchObject({ cancels_at_period_end: false, can_cancel: true });
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ cancel_at_period_end: false });
    expect(await recorded(p)).toEqual(["subscription.cancelled", "subscription.resumed"]);
  });

  it("200: what it includes stays until the period ends", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    await act(who, cancelKey, { id, stripe: "works" });
    expect((await listed(who)).included_offers).toEqual([]);
    const ended = { status: "canceled", ended_at: Math.floor(Date.now() / 1000) };
    await changeAtStripe(account, ["subscriptions", stripeId], ended);
    await report({ account }, { stripeId, cus });
    const { subscriptions, included_offers } = await listed(who);
    expect(subscriptions).toMatchObject([{ status: "canceled", ended_at_millis: expect.any(Number) }]);
    expect(included_offers).toMatchObject([{ offer_id: "free" }]);
  });

  it("200 for one that is past due, which ends at once", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    await changeAtStripe(account, ["subscriptions", stripeId], { status: "past_due" });
    await report({ account }, { stripeId, cus });
    const { status, body } = await act(who, cancelKey, { id, stripe: "works" });
    expect([status, body.status, body.can_cancel]).toEqual([200, "canceled", false]);
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ status: "canceled" });
  });

  it("400 as text for one that Stripe has ended, of which no report has come yet", async () => {
    const { account, who, id, stripeId } = await payer();
    await changeAtStripe(account, ["subscriptions", stripeId], { status: "canceled" });
    expectPlainError(await act(who, cancelKey, { id, stripe: "works" }), 400, texts.ended);
    expect((await listed(who)).subscriptions).toMatchObject([{ status: "canceled" }]);
  });

  // Evidence: race-reports-before-do-undo-last
  it("race: reports of before do not undo it, and the last of many requests counts", async () => {
    const { account, who, id, stripeId, cus } = await payer();
    const tell = () => report({ account }, { stripeId, cus });
    for (let round = 0; round < 3; round++) {
      await Promise.all([tell(), act(who, cancelKey, { id, stripe: "works" }), tell(), tell()]);
      expect((await listed(who)).subscriptions).toMatchObject([{ cancels_at_period_end: true }]);
      await Promise.all([tell(), act(who, resumeKey, { id, stripe: "works" }), tell(), tell()]);
      expect((await listed(who)).subscriptions).toMatchObject([{ cancels_at_period_end: false }]);
    }
    const mixed = times(6, (index) => act(who, index % 2 ? cancelKey : resumeKey, { id, stripe: "works" }));
    await Promise.all([...mixed, tell()]);
    const { cancel_at_period_end } = (await stripeSubscription(account, stripeId)) ?? expect.fail();
    expect((await listed(who)).subscriptions).toMatchObject([{ cancels_at_period_end: cancel_at_period_end }]);
  });

  it("is traced to the last event of Stripe's, also between a cancellation and its event", async () => {
    const { p, who, id } = await payer();
    const eventOf = async () =>
      (await p.admin("GET /internal/payments/transactions")).body.transactions[0].stripe_event_id;
    const before = await eventOf();
    await act(who, cancelKey, { id, stripe: "works" });
    expect([before, await eventOf()]).toEqual([expect.stringMatching(/^evt_/), before]);
  });
});

it("400 SCHEMA_ERROR for a body with fields, or a customer of another kind", async () => {
  const p = await testShop();
  const who = await person(p);
  const id = await inTestMode(p, who);
  expectError(await act(who, cancelKey, { id, body: { now: true } }), 400, "SCHEMA_ERROR");
  const customer = { ...who.customer, customer_type: "project" };
  expectError(await act({ ...who, customer }, cancelKey, { id }), 400, "SCHEMA_ERROR");
});
