import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { stripeClosings } from "../../../db/payments/stripe/schema";
import { newId } from "../../../platform/secrets";
import { stepOf } from "../../../testing/jobs";
import { times } from "../../../testing/limited";
import { signUp } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { atStripe, changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { endSubscriptionsOfDeleted } from "./jobs";
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

type Paying = Awaited<ReturnType<typeof payingProject>>;

async function closingsOf({ connection: { stripeAccountId } }: Paying) {
  const ofAccount = eq(stripeClosings.stripeAccountId, stripeAccountId);
  return (await db.batch([db.select().from(stripeClosings).where(ofAccount)]))[0];
}

/** Runs the steps of the task that are due. */
async function endAll(behaviour?: Parameters<typeof withStripe>[0]) {
  while ((await stepOf(endSubscriptionsOfDeleted, withStripe(behaviour))).outcome === "more");
}

const newUser = async (p: TestProject): Promise<string> => (await p.server("POST /users", { body: {} })).body.id;
const newTeam = async (p: TestProject): Promise<string> =>
  (await p.server("POST /teams", { body: { display_name: "Team" } })).body.id;

/** A subscription of a customer that is active here and at Stripe. */
async function subscribed({ connection }: Paying, customerType: "user" | "team" | "custom", customerId: string) {
  const account = connection.stripeAccountId;
  const { customer } = await startedSubscription(connection, { ...basic, customerType, customerId });
  const found = (await atStripe(account)).subscriptions?.find((each) => each.customer === customer);
  if (!found) throw new Error("There is no subscription");
  await changeAtStripe(account, ["subscriptions", found.id], { status: "active" });
  await deliver({ type: "invoice.paid", account, object: { id: "in_1", customer } });
  return found.id;
}

async function statusesOf({ connection }: Paying): Promise<Record<string, string>> {
  const { subscriptions = [] } = await atStripe(connection.stripeAccountId);
  return Object.fromEntries(subscriptions.map(({ id, status }) => [id, status]));
}

describe("what a deleted customer subscribes to", () => {
  // Evidence: ends-stripe-where-nothing-others-does
  it.each(["user", "team"] as const)("ends at Stripe where it is a %s, and nothing of others does", async (type) => {
    const paying = await payingProject();
    const { p } = paying;
    const make = type === "user" ? newUser : newTeam;
    const [gone, other] = [await make(p), await make(p)];
    const ids = [await subscribed(paying, type, gone), await subscribed(paying, type, other)] as const;
    // Without Stripe: the deletion does not wait for it.
    const { status } = await p.server(`DELETE /${type}s/${gone}`);
    expect([status, await statusesOf(paying)]).toEqual([200, { [ids[0]]: "active", [ids[1]]: "active" }]);
    await endAll();
    expect(await statusesOf(paying)).toEqual({ [ids[0]]: "canceled", [ids[1]]: "active" });
    expect(await closingsOf(paying)).toEqual([]);
  });

  it("ends where users delete themselves", async () => {
    const paying = await payingProject();
    const { p } = paying;
    await p.admin("PATCH /internal/projects/current", { body: { config: { client_user_deletion_enabled: true } } });
    const user = await signUp(p);
    const id = await subscribed(paying, "user", user.user_id);
    expect((await p.as(user).client("DELETE /users/me")).status).toBe(200);
    await endAll();
    expect(await statusesOf(paying)).toEqual({ [id]: "canceled" });
  });

  // Evidence: race-ends-where-customer-deleted-before
  it("race: ends where the customer was deleted before Stripe has reported it", async () => {
    const paying = await payingProject();
    const { p, connection } = paying;
    const userId = await newUser(p);
    await p.server(`DELETE /users/${userId}`);
    // A payment that began before goes on, and is made afterwards.
    const id = await subscribed(paying, "user", userId);
    await endAll();
    expect(await statusesOf(paying)).toEqual({ [id]: "canceled" });
    // What Stripe then reports changes the row, and is not ended again.
    const account = connection.stripeAccountId;
    const { subscriptions: [object] = [] } = await atStripe(account);
    await deliver({ type: "customer.subscription.deleted", account, object: object ?? {} });
    expect(await subscriptionsOf(p)).toMatchObject([{ status: "canceled", endedAt: expect.any(Number) }]);
    expect(await closingsOf(paying)).toEqual([]);
  });

  it("ends later where Stripe fails, and where no Stripe is configured for a while", async () => {
    const paying = await payingProject();
    const userId = await newUser(paying.p);
    const id = await subscribed(paying, "user", userId);
    await paying.p.server(`DELETE /users/${userId}`);
    expect(await stepOf(endSubscriptionsOfDeleted)).toMatchObject({ outcome: "done" });
    expect(await closingsOf(paying)).toMatchObject([{ failures: 0 }]);
    await endAll("broken");
    const [failed] = await closingsOf(paying);
    expect(failed).toMatchObject({ failures: 1 });
    expect((failed?.dueAt ?? 0) - Date.now()).toBeGreaterThan(30_000);
    await endAll();
    expect(await statusesOf(paying)).toEqual({ [id]: "active" });
    const isOurs = eq(stripeClosings.stripeAccountId, paying.connection.stripeAccountId);
    await db.batch([db.update(stripeClosings).set({ dueAt: 1, failures: 40 }).where(isOurs)]);
    await endAll("limited");
    const [[last]] = [await closingsOf(paying)];
    expect((last?.dueAt ?? 0) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    await db.batch([db.update(stripeClosings).set({ dueAt: 1 }).where(isOurs)]);
    await endAll();
    expect([await statusesOf(paying), await closingsOf(paying)]).toEqual([{ [id]: "canceled" }, []]);
  });

  it("ends once where a step has died before its end, and where Stripe has no such customer", async () => {
    const paying = await payingProject();
    const { stripeAccountId } = paying.connection;
    const userId = await newUser(paying.p);
    await subscribed(paying, "user", userId);
    await paying.p.server(`DELETE /users/${userId}`);
    const [closing] = await closingsOf(paying);
    if (!closing) throw new Error("There is nothing to end");
    await endAll();
    const none = { ...closing, stripeCustomerId: "cus_none" };
    await db.batch([db.insert(stripeClosings).values([closing, none])]);
    await endAll();
    expect(await closingsOf(paying)).toEqual([]);
    expect((await atStripe(stripeAccountId)).subscriptions).toMatchObject([{ status: "canceled" }]);
  });
});

describe("what the customers of a deleted project subscribe to", () => {
  it("ends at Stripe, all of it, in steps of a bounded size", async () => {
    const [paying, other] = [await payingProject(), await payingProject()];
    for (const index of times(23, (n) => n))
      await startedSubscription(paying.connection, { ...basic, customerId: `${index}` });
    const kept = await subscribed(other, "custom", "acme");
    await paying.p.admin("DELETE /internal/projects/current");
    const ended = async () => Object.values(await statusesOf(paying)).filter((status) => status === "canceled").length;
    while ((await ended()) === 0) await stepOf(endSubscriptionsOfDeleted, withStripe());
    expect([await ended(), (await closingsOf(paying)).length]).toEqual([20, 1]);
    await endAll();
    expect([await ended(), await closingsOf(paying)]).toEqual([23, []]);
    expect(await statusesOf(other)).toEqual({ [kept]: "active" });
  });
});
