import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { stripeClosings } from "../../../db/payments/stripe/schema";
import { stepOf } from "../../../testing/jobs";
import { times } from "../../../testing/limited";
import { signUp } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { atStripe, changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { endSubscriptionsOfDeleted } from "./jobs";
import { basic, payingProject, startedSubscription, subscriptionsOf } from "./stripe.fixtures";

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
