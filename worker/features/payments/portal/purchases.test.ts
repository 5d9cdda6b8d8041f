import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { subscriptions } from "../../../db/payments/purchases/schema";
import { newId } from "../../../platform/secrets";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { changeAtStripe } from "../../../testing/stripe";
import { refusesRestricted } from "../../../testing/suspensions";
import { accessToken, bareUser } from "../../../testing/tokens";
import { billed, buy, offer, once } from "../purchases/purchases.fixtures";
import {
  type Acting,
  act,
  atProvider,
  cancelKey,
  inTestMode,
  invoicesKey,
  listed,
  listKey,
  payingShop,
  paymentMethodKey,
  person,
  report,
  resumeKey,
  switchKey,
  testShop,
} from "./portal.fixtures";

const custom = (p: TestProject, customer_id: string): Acting => ({
  send: p.server,
  customer: { customer_type: "custom", customer_id },
});

/** A team of the project, as one of its members acts for it. */
async function member(p: TestProject, ...permissions: string[]): Promise<Acting> {
  const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
  const id = await bareUser(p.id);
  const params = { team_id: team.id, user_id: id };
  await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
  for (const permission_id of permissions) {
    const granted = { params: { ...params, permission_id }, body: {} };
    await p.server("POST /team-permissions/{team_id}/{user_id}/{permission_id}", granted);
  }
  const { client: send } = p.as({ access_token: await accessToken(p.id, id) });
  return { send, customer: { customer_type: "team", customer_id: team.id } };
}

describe("GET /payments/customers/{customer_type}/{customer_id}/purchases", () => {
  it("200 with what a user subscribes to, in one round trip", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const { status, body, cost } = await act(who, listKey);
    expect([status, cost.d1]).toEqual([200, 1]);
    const [subscription] = body.subscriptions;
    expect(body).toEqual({ subscriptions: [subscription], one_time_purchases: [], included_offers: [] });
    expect(subscription).toEqual({
      ...{ id, offer_id: "basic", offer_display_name: "Basic", quantity: 1, status: "active", is_test: true },
      price: { USD: "10.00", EUR: "9.50", interval: [1, "month"] },
      created_at_millis: subscription.current_period_start_millis,
      current_period_start_millis: expect.any(Number),
      current_period_end_millis: expect.any(Number),
      ...{ cancels_at_period_end: false, ended_at_millis: null, can_cancel: true, can_resume: false },
      switch_options: expect.any(Array),
    });
  });

  // Evidence: what-stored-without-limits-never-ends
  it("200 with what was stored without limits, which never ends", async () => {
    // Attack: a purchase whose period ends after all dates, so that its customer sees nothing of what they have any more.
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    const [[row]] = await db.batch([db.select().from(subscriptions).where(eq(subscriptions.projectId, p.id))]);
    const offer = { ...row?.offer, prices: { monthly: { USD: "1", interval: [1e15, "day"] } } } as never;
    for (const currentPeriodEnd of [8.64e22, Number.MAX_VALUE]) {
      await db.batch([
        db.update(subscriptions).set({ offer, currentPeriodEnd }).where(eq(subscriptions.projectId, p.id)),
      ]);
      const { status, body } = await act(who, listKey);
      expect([status, body.subscriptions]).toMatchObject([
        200,
        [{ id, status: "active", current_period_end_millis: null, price: { interval: [1e15, "day"] } }],
      ]);
      const transactions = await p.admin("GET /internal/payments/transactions", {});
      expect([transactions.status, transactions.body.transactions.length]).toEqual([200, 1]);
    }
  });

  it("200 with the prices to switch to: of the group, paid again, and no add-on", async () => {
    const p = await testShop();
    const who = await person(p);
    await inTestMode(p, who);
    const optionsOf = async (each: Acting) => {
      const [{ switch_options }] = (await listed(each)).subscriptions;
      return switch_options.map((option: Record<string, string>) => `${option.offer_id}/${option.price_id}`);
    };
    expect(await optionsOf(who)).toEqual(["basic/yearly", "pro/monthly", "yen/monthly"]);
    // Servers sell what clients do not.
    expect(await optionsOf({ ...who, send: p.server })).toEqual([
      ...["basic/yearly", "pro/monthly", "pro/hidden", "secret/monthly", "yen/monthly"],
    ]);
  });

  it.each([
    ["of another group, which has no other", "other"],
    ["that is an add-on", "support"],
  ])("200 with no prices for a subscription %s", async (_, wanted) => {
    const p = await testShop();
    const who = await person(p);
    await inTestMode(p, who);
    await inTestMode(p, who, wanted);
    const { subscriptions } = await listed(who);
    expect(subscriptions.find((each: { offer_id: string }) => each.offer_id === wanted).switch_options).toEqual([]);
  });

  it("200 with the free offers of groups of which the customer has no other", async () => {
    const p = await testShop();
    const who = await person(p);
    const free = { offer_id: "free", offer_display_name: "Free", group_id: "plans" };
    expect(await listed(who)).toEqual({ subscriptions: [], one_time_purchases: [], included_offers: [free] });
    await inTestMode(p, who);
    expect((await listed(who)).included_offers).toEqual([]);
  });

  it("200 with what was paid once, newest first, and nothing of other customers", async () => {
    const pack = offer({ displayName: "Pack", customerType: "user", stackable: true, prices: { once } });
    const p = await testShop({ "payments.offers.pack": pack });
    const [who, other] = [await person(p), await person(p)];
    for (const quantity of [1, 2]) {
      await buy(p, "pack", { type: "user", customer: who.id, price: "once", quantity });
    }
    const { one_time_purchases } = await listed(who);
    expect(one_time_purchases).toHaveLength(1);
    expect(one_time_purchases[0]).toEqual({
      ...{ id: expect.any(String), offer_id: "pack", offer_display_name: "Pack", quantity: 1, price: { USD: "25" } },
      ...{ created_at_millis: expect.any(Number), is_test: true, refunded_at_millis: null },
    });
    expect((await listed(other)).one_time_purchases).toEqual([]);
  });

  it("200 with a subscription of Stripe's that is past due, which gives nothing and can be cancelled", async () => {
    const shop = await payingShop();
    const who = await person(shop.p);
    const { stripeId, cus } = await atProvider(shop, who);
    expect((await listed(who)).subscriptions).toMatchObject([{ status: "active", is_test: false, can_cancel: true }]);
    await changeAtStripe(shop.account, ["subscriptions", stripeId], { status: "past_due" });
    await report(shop, { stripeId, cus });
    expect((await listed(who)).subscriptions).toMatchObject([
      { status: "past_due", ended_at_millis: null, can_cancel: true, can_resume: false, switch_options: [] },
    ]);
  });

  it("200 with a subscription in test mode that has ended with its period", async () => {
    const p = await testShop();
    const who = await person(p);
    await inTestMode(p, who);
    await db.batch([db.update(subscriptions).set({ currentPeriodEnd: 5 }).where(eq(subscriptions.projectId, p.id))]);
    expect((await listed(who)).subscriptions).toMatchObject([
      { status: "canceled", ended_at_millis: 5, can_cancel: false, can_resume: false, switch_options: [] },
    ]);
  });

  it("200 with the newest 100 subscriptions, those that have ended too", async () => {
    const p = await testShop();
    const who = await person(p);
    const ended = { customerType: "user" as const, customerId: who.id, endedAt: 1, status: "canceled" as const };
    for (let count = 1; count <= 101; count++) await billed(p, "basic", { ...ended, createdAt: count });
    const times = (await listed(who)).subscriptions.map((each: Record<string, number>) => each.created_at_millis);
    expect(times).toEqual(Array.from({ length: 100 }, (_, index) => 101 - index));
  });

  it("200 for `me`, for the id in capital letters, and for servers any customer", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, who);
    for (const customer_id of ["me", who.id.toUpperCase()]) {
      const { body } = await act({ ...who, customer: { customer_type: "user", customer_id } }, listKey);
      expect(body.subscriptions).toMatchObject([{ id }]);
    }
    expect((await listed({ ...who, send: p.server })).subscriptions).toMatchObject([{ id }]);
    const bought = await inTestMode(p, custom(p, "acme"), "custom");
    expect((await listed(custom(p, "acme"))).subscriptions).toMatchObject([{ id: bought }]);
    expect((await listed(custom(p, "me"))).subscriptions).toEqual([]);
  });

  it("200 for a member of a team with $update_team, and for an anonymous user", async () => {
    const p = await testShop();
    const team = await member(p, "$update_team");
    const id = await inTestMode(p, team, "forTeams");
    expect((await listed(team)).subscriptions).toMatchObject([{ id }]);
    const anonymous = await bareUser(p.id, { isAnonymous: true });
    const token = await accessToken(p.id, anonymous, { isAnonymous: true });
    const who = { send: p.as({ access_token: token }).client, customer: { customer_type: "user", customer_id: "me" } };
    expect((await act(who, listKey)).status).toBe(200);
  });
});

/** Each request about a customer and one of their subscriptions. */
const requests = [
  [listKey, {}],
  [cancelKey, { body: {} }],
  [resumeKey, { body: {} }],
  [switchKey, { body: { offer_id: "pro", price_id: "monthly" } }],
  [invoicesKey, {}],
  [paymentMethodKey, { body: { return_url: "http://localhost:3000" } }],
] as const;

// Attack: a client acts for a customer that is not theirs, and names the subscription.
describe.each(requests)("%s by a client", (key, input) => {
  const send = (who: Acting, id: string) =>
    act(who, key, { ...input, ...(key.includes("{subscription_id}") && { id }) });

  // Evidence: another-user-does-exist-nothing-changed
  it("400 CUSTOMER_DOES_NOT_EXIST for another user, as for one who does not exist, with nothing changed", async () => {
    const p = await testShop();
    const [who, victim] = [await person(p), await person(p)];
    const id = await inTestMode(p, victim);
    const before = await listed(victim);
    const none = { customer_type: "user", customer_id: newId() };
    for (const customer of [victim.customer, none]) {
      const { customer_id } = customer;
      expectError(await send({ ...who, customer }, id), 400, "CUSTOMER_DOES_NOT_EXIST", { customer_id });
    }
    expect(await listed(victim)).toEqual(before);
  });

  // Evidence: member-without-another-team
  it("401 TEAM_PERMISSION_REQUIRED for a member without $update_team, and 404 for another team", async () => {
    const p = await testShop();
    const [team, others] = [await member(p, "$read_members"), await member(p, "$update_team")];
    const id = await inTestMode(p, team, "forTeams");
    expectError(await send(team, id), 401, "TEAM_PERMISSION_REQUIRED");
    expectError(await send({ ...others, customer: team.customer }, id), 404, "TEAM_MEMBERSHIP_NOT_FOUND");
    expect((await listed({ ...team, send: p.server })).subscriptions).toMatchObject([
      { id, cancels_at_period_end: false },
    ]);
  });

  // Evidence: custom-customer-without-user
  it("400 CUSTOMER_DOES_NOT_EXIST for a custom customer, and 401 or 400 without a user", async () => {
    const p = await testShop();
    const who = await person(p);
    const id = await inTestMode(p, custom(p, "acme"), "custom");
    expectError(await send({ ...who, customer: custom(p, "acme").customer }, id), 400, "CUSTOMER_DOES_NOT_EXIST");
    expectError(await send({ ...who, send: p.client }, id), 401, "USER_AUTHENTICATION_REQUIRED");
    const me = { customer_type: "user", customer_id: "me" };
    expectError(await send({ send: p.client, customer: me }, id), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("400 CUSTOMER_DOES_NOT_EXIST for a server about users and teams of another project", async () => {
    const [p, other] = [await testShop(), await project()];
    const who = await person(p);
    const id = await inTestMode(p, who);
    for (const theirs of [who, await member(p)]) {
      const { customer_id } = theirs.customer;
      const refused = await send({ ...theirs, send: other.server }, id);
      expectError(refused, 400, "CUSTOMER_DOES_NOT_EXIST", { customer_id });
    }
  });
});

describe("a payment method of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, customer_id) =>
    client("POST /payments/customers/{customer_type}/{customer_id}/payment-method", {
      params: { customer_type: "user", customer_id },
      body: { return_url: "http://localhost:3000" },
    }),
  );
});

describe("a switch of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, customer_id) =>
    client("POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/switch", {
      params: { customer_type: "user", customer_id, subscription_id: "any" },
      body: { offer_id: "pro", price_id: "monthly" },
    }),
  );
});
