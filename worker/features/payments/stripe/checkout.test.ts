import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { stripeCustomers } from "../../../db/payments/stripe/schema";
import { readSettings } from "../../../platform/env";
import { times } from "../../../testing/limited";
import { db } from "../../../testing/project";
import { atStripe, changeAtStripe, type StripeBehaviour, withStripe } from "../../../testing/stripe";
import {
  cancelSubscription,
  ensureStripeCustomer,
  type StripeConnection,
  StripeFailed,
  switchSubscription,
} from "./index";
import { chosen, paidSubscription, payingProject, pro, startedPayment, startedSubscription } from "./stripe.fixtures";

/** The same connection to a Stripe that behaves otherwise. */
function behaving(connection: StripeConnection, behaviour: StripeBehaviour): StripeConnection {
  const { stripe } = readSettings({ ...env, ...withStripe(behaviour) });
  if (!stripe) throw new Error("Stripe is not configured");
  return { ...connection, stripe };
}

describe("a customer at Stripe", () => {
  it("race: is one for each customer of the project, however many begin to pay at once", async () => {
    const { connection } = await payingProject();
    const { projectId, stripeAccountId } = connection;
    const acme = { projectId, customerType: "custom", customerId: "acme" } as const;
    const ids = await Promise.all(times(5, () => ensureStripeCustomer(connection, acme)));
    expect(new Set(ids).size).toBe(1);
    // The same id is another customer among teams, and in another project.
    const team = await ensureStripeCustomer(connection, { ...acme, customerType: "team" });
    const elsewhere = await payingProject();
    const other = await ensureStripeCustomer(elsewhere.connection, { ...acme, projectId: elsewhere.p.id });
    expect(new Set([ids[0], team, other]).size).toBe(3);
    expect((await atStripe(stripeAccountId)).customers?.map(({ id, metadata }) => [id, metadata])).toEqual([
      [ids[0], { tenancyId: projectId, customerType: "custom", customerId: "acme" }],
      [team, { tenancyId: projectId, customerType: "team", customerId: "acme" }],
    ]);
  });

  it("is made for ids of any length, and the same after its request was lost", async () => {
    const { connection } = await payingProject();
    const long = { projectId: connection.projectId, customerType: "custom", customerId: "ü".repeat(255) } as const;
    const first = await ensureStripeCustomer(connection, long);
    // The process ended before it stored what Stripe has made.
    await db.batch([db.delete(stripeCustomers).where(eq(stripeCustomers.projectId, connection.projectId))]);
    expect(await ensureStripeCustomer(connection, long)).toBe(first);
  });
});

describe("cancelSubscription", () => {
  it("ends it now, once, and one that Stripe does not have is no error", async () => {
    const { connection } = await payingProject();
    await startedSubscription(connection);
    const { subscriptions: [found] = [] } = await atStripe(connection.stripeAccountId);
    const id = found?.id ?? "";
    await cancelSubscription(connection, id);
    await cancelSubscription(connection, id);
    await cancelSubscription(connection, "sub_none");
    expect((await atStripe(connection.stripeAccountId)).subscriptions).toMatchObject([
      { id, status: "canceled", ended_at: expect.any(Number) },
    ]);
  });

  it.each(["broken", "limited", "unknown"] as const)("fails where Stripe is %s", async (behaviour) => {
    const { connection } = await payingProject();
    await startedSubscription(connection);
    const { subscriptions: [found] = [] } = await atStripe(connection.stripeAccountId);
    await expect(cancelSubscription(behaving(connection, behaviour), found?.id ?? "")).rejects.toThrow(StripeFailed);
    expect((await atStripe(connection.stripeAccountId)).subscriptions).toMatchObject([{ status: "incomplete" }]);
  });

  // Evidence: does-reach-another-account
  it("does not reach another account", async () => {
    // Attack: the id of another project's subscription.
    const [mine, other] = [await payingProject(), await payingProject()];
    await startedSubscription(other.connection);
    const { subscriptions: [theirs] = [] } = await atStripe(other.connection.stripeAccountId);
    await cancelSubscription(mine.connection, theirs?.id ?? "");
    expect((await atStripe(other.connection.stripeAccountId)).subscriptions).toMatchObject([{ status: "incomplete" }]);
  });
});

describe("switchSubscription", () => {
  const monthly = [1, "month"] as const;

  it("with the payment method that it has: it is active at the new price at once, and paid", async () => {
    const { connection, account, id, change } = await paidSubscription();
    await change({ status: "active", cancel_at_period_end: true });
    const { stripeCustomerId: _, ...price } = await chosen(connection, { ...pro, quantity: 2 });
    const switched = { ...price, stripeSubscriptionId: id, interval: monthly };
    await switchSubscription(connection, switched);
    const { subscriptions: [now] = [], invoices = [] } = await atStripe(account);
    expect(now).toMatchObject({ status: "active", cancel_at_period_end: false });
    expect(now?.items.data).toMatchObject([{ quantity: 2, price: { unit_amount: 1999, currency: "eur" } }]);
    expect(now?.metadata).toMatchObject({ offerId: "pro", purchaseId: price.metadata.purchaseId });
    expect(invoices.at(-1)).toMatchObject({ status: "paid" });
  });

  it("without one: nothing changes", async () => {
    const { connection, account, id, change } = await paidSubscription();
    await change({ status: "active", default_payment_method: null });
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    const switched = { ...price, stripeSubscriptionId: id, interval: monthly };
    await expect(switchSubscription(connection, switched)).rejects.toMatchObject({ code: "card_declined" });
    const { subscriptions: [now] = [] } = await atStripe(account);
    expect([now?.status, now?.metadata.offerId, now?.items.data.length]).toEqual(["active", "basic", 1]);
  });

  it("twice with one purchase changes and bills it once", async () => {
    const { connection, account, id, change } = await paidSubscription();
    await change({ status: "active" });
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    const switched = { ...price, stripeSubscriptionId: id, interval: monthly };
    await switchSubscription(connection, switched);
    const before = (await atStripe(account)).invoices?.length;
    await switchSubscription(connection, switched);
    expect((await atStripe(account)).invoices).toHaveLength(before ?? 0);
  });

  it("unsets what the purchase before had and this one has not", async () => {
    const { connection, account, id, change } = await paidSubscription();
    const { metadata } = await change({ status: "active" });
    await changeAtStripe(account, ["subscriptions", id], { metadata: { ...metadata, offer: "{}" } });
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    const { offerId: __, ...inline } = price.metadata;
    await switchSubscription(connection, { ...price, metadata: inline, stripeSubscriptionId: id, interval: monthly });
    const { subscriptions: [now] = [] } = await atStripe(account);
    expect(Object.keys(now?.metadata ?? {}).filter((name) => name.startsWith("offer"))).toEqual([]);
  });

  it("changes nothing of a payment, which it does not find", async () => {
    const { connection } = await payingProject();
    const payment = await startedPayment(connection);
    const { stripeCustomerId: _, ...price } = await chosen(connection, pro);
    const switched = { ...price, stripeSubscriptionId: payment.id, interval: monthly };
    await expect(switchSubscription(connection, switched)).rejects.toThrow(StripeFailed);
  });
});
