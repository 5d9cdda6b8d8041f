import { expect, it } from "vitest";
import { paidSubscription, subscriptionsOf } from "./stripe.fixtures";

/** All events of the contract that change subscriptions. */
const types = [
  "checkout.session.completed",
  ...["created", "updated", "deleted", "paused", "resumed", "pending_update_applied", "pending_update_expired"].map(
    (name) => `customer.subscription.${name}`,
  ),
  "customer.subscription.trial_will_end",
  ...["paid", "payment_failed", "payment_action_required", "upcoming", "marked_uncollectible"].map(
    (name) => `invoice.${name}`,
  ),
  "invoice.payment_succeeded",
  ...["succeeded", "payment_failed", "canceled"].map((name) => `payment_intent.${name}`),
];

it("each event about subscriptions has them read anew: every status and the period are Stripe's", async () => {
  const { p, change, tell } = await paidSubscription();
  await change({ status: "active" });
  await tell("customer.subscription.created");
  const statuses = ["paused", "active", "past_due", "trialing", "unpaid", "active", "canceled"];
  for (const [index, type] of types.entries()) {
    const status = statuses[index % statuses.length];
    await change({ status });
    await tell(type);
    const [row] = await subscriptionsOf(p);
    expect([type, row?.status, row?.endedAt === null]).toEqual([
      type,
      status,
      status === "active" || status === "trialing",
    ]);
  }
});

it.each(["customer.updated", "invoice.created", "customer.subscription.unknown", "xinvoice.paid"])(
  "%s changes nothing",
  async (type) => {
    const { p, change, tell } = await paidSubscription();
    await change({ status: "active" });
    expect((await tell(type)).status).toBe(200);
    expect(await subscriptionsOf(p)).toEqual([]);
  },
);

it("a status that this version does not have changes nothing", async () => {
  const { p, change, tell } = await paidSubscription();
  await change({ status: "active" });
  await tell();
  await change({ status: "dormant" });
  expect((await tell()).status).toBe(200);
  expect(await subscriptionsOf(p)).toMatchObject([{ status: "active", endedAt: null }]);
});
