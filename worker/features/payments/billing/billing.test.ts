import { describe, expect, it } from "vitest";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { atStripe, changeAtStripe, withStripe } from "../../../testing/stripe";
import { refusesRestricted } from "../../../testing/suspensions";
import { accessToken, bareUser } from "../../../testing/tokens";
import { type Acting, atProvider, payingShop, person, stripeSubscription, testShop } from "../portal/portal.fixtures";

const read = "GET /payments/billing/{customer_type}/{customer_id}";
const start = "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent";
const complete = "POST /payments/payment-method/{customer_type}/{customer_id}/set-default";
const invoices = "GET /payments/invoices/{customer_type}/{customer_id}";

const settings = withStripe();
const starting = ({ send, customer }: Acting) => send(start, { params: customer, body: {}, settings });
const completing = ({ send, customer }: Acting, setup_intent_id: string) =>
  send(complete, { params: customer, body: { setup_intent_id }, settings });

/** The intent that a form is for. */
const intentOf = (secret: string) => secret.slice(0, secret.indexOf("_secret"));

describe("GET /payments/billing/{customer_type}/{customer_id}", () => {
  it("200 without a customer where payments are off, also for a team", async () => {
    const p = await testShop();
    const who = await person(p);
    const nobody = { has_customer: false, default_payment_method: null };
    expect((await who.send(read, { params: who.customer })).body).toEqual(nobody);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Crew" } });
    const ofTeam = { customer_type: "team", customer_id: team.id };
    expect((await p.server(read, { params: ofTeam })).body).toEqual(nobody);
    expectError(await who.send(read, { params: ofTeam }), 404, "TEAM_MEMBERSHIP_NOT_FOUND");
    await p.server("POST /team-memberships/{team_id}/{user_id}", { params: { team_id: team.id, user_id: who.id } });
    expectError(await who.send(read, { params: ofTeam }), 401, "TEAM_PERMISSION_REQUIRED");
  });

  it("200 without a payment method while Stripe is down", async () => {
    const { p } = await payingShop();
    const who = await person(p);
    await starting(who);
    const { status, body } = await who.send(read, { params: who.customer, settings: withStripe("broken") });
    expect([status, body]).toEqual([200, { has_customer: true, default_payment_method: null }]);
  });

  it("400 and 401 for who may not act for the customer", async () => {
    // Attack: a user reads with which card another one pays.
    const p = await testShop();
    const who = await person(p);
    const other = { customer_type: "user", customer_id: await bareUser(p.id) };
    expectError(await who.send(read, { params: other }), 400, "CUSTOMER_DOES_NOT_EXIST");
    expectError(await p.client(read, { params: other }), 401, "USER_AUTHENTICATION_REQUIRED");
    const me = { customer_type: "user", customer_id: "me" };
    expectError(await p.server(read, { params: me }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });
});

describe("POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent", () => {
  it("200 with a secret of the project's account; 501 plain without Stripe", async () => {
    const { p, account } = await payingShop();
    const who = await person(p);
    const { body } = await starting(who);
    expect(body).toEqual({ client_secret: expect.stringMatching(/^seti_/), stripe_account_id: account });
    expect((await who.send(start, { params: who.customer, body: {} })).status).toBe(501);
  });

  it("400 plain for an anonymous user whom Stripe does not know", async () => {
    // Attack: strangers fill the project's account at Stripe with customers.
    const { p, account } = await payingShop();
    const id = await bareUser(p.id, { isAnonymous: true });
    const { client: send } = p.as({ access_token: await accessToken(p.id, id, { isAnonymous: true }) });
    const customer = { customer_type: "user", customer_id: id };
    const refused = "The customer has paid for nothing yet: there is no payment method.";
    expectPlainError(await starting({ send, customer }), 400, refused);
    expect((await atStripe(account)).customers ?? []).toEqual([]);
    expect((await starting({ send: p.server, customer })).status).toBe(200);
    expect((await starting({ send, customer })).status).toBe(200);
  });
});

describe("POST /payments/payment-method/{customer_type}/{customer_id}/set-default", () => {
  it("200: subscriptions are paid with it from now on, and it is what is read", async () => {
    const shop = await payingShop();
    const who = await person(shop.p);
    const { stripeId } = await atProvider(shop, who);
    await changeAtStripe(shop.account, ["subscriptions", stripeId], { default_payment_method: "pm_old" });
    const intent = intentOf((await starting(who)).body.client_secret);
    const card = { id: "pm_new", card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031 } };
    await changeAtStripe(shop.account, ["setup_intents", intent], { status: "succeeded", payment_method: card });
    const method = { id: "pm_new", brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031 };
    expect((await completing(who, intent)).body).toEqual({ default_payment_method: method });
    const [customer] = (await atStripe(shop.account)).customers ?? [];
    expect(customer?.invoice_settings).toEqual({ default_payment_method: "pm_new" });
    expect((await stripeSubscription(shop.account, stripeId))?.default_payment_method).toBeNull();
    const { body } = await who.send(read, { params: who.customer, settings });
    expect(body).toMatchObject({ has_customer: true, default_payment_method: { id: "pm_new" } });
  });

  it("400 plain for an intent that is not complete, of another customer, or of nobody", async () => {
    // Attack: a user pays with the card that another one has set up.
    const shop = await payingShop();
    const [who, other] = [await person(shop.p), await person(shop.p)];
    const refused = "The payment method is not set up, or not by this customer.";
    expectPlainError(await completing(who, "seti_none"), 400, refused);
    const [own, theirs] = [await starting(who), await starting(other)].map(({ body }) => intentOf(body.client_secret));
    expectPlainError(await completing(who, own ?? ""), 400, refused);
    const done = { status: "succeeded", payment_method: { id: "pm_theirs" } };
    await changeAtStripe(shop.account, ["setup_intents", theirs ?? ""], done);
    expectPlainError(await completing(who, theirs ?? ""), 400, refused);
    expectPlainError(await completing(who, "seti_none"), 400, refused);
  });
});

describe("a payment method of a restricted user", () => {
  const params = (customer_id: string) => ({ customer_type: "user", customer_id });
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, id) => client(start, { params: params(id), body: {} }));
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, id) =>
    client(complete, { params: params(id), body: { setup_intent_id: "seti_none" } }),
  );
});

describe("GET /payments/invoices/{customer_type}/{customer_id}", () => {
  it("200 with those of the customer at Stripe, and with none where payments are off", async () => {
    const shop = await payingShop();
    const who = await person(shop.p);
    const none = { items: [], is_paginated: true, pagination: { next_cursor: null } };
    expect((await who.send(invoices, { params: who.customer })).body).toEqual(none);
    await atProvider(shop, who);
    const { body } = await who.send(invoices, { params: who.customer, settings });
    expect(body.is_paginated).toBe(true);
    expect(Object.keys(body.items[0]).toSorted()).toEqual([
      "amount_total",
      "created_at_millis",
      "hosted_invoice_url",
      "status",
    ]);
  });
});
