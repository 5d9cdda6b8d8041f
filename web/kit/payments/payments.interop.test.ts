import { afterAll, describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import {
  newProject,
  type ProjectUnderTest,
  signUp,
  startOwnProject,
  startProject,
} from "../../../scripts/testing/official-client";
import { startStripe } from "../../../scripts/testing/stripe-service";
import { GatehouseAdminApp, GatehouseClientApp, GatehouseServerApp } from "../index";
import { signUp as signUpOurs } from "../testing/project-under-test";

// Tests what an owner sees of payments, with the official client and with our own, where the operator has configured Stripe.

const stripe = await startStripe();
const suite = startOwnProject({
  vars: {
    STRIPE_SECRET_KEY: "sk_test_works",
    STRIPE_WEBHOOK_SECRET: "whsec_test",
    STRIPE_API_URL: stripe.url,
  },
});
afterAll(() => stripe.stop());

const prices = { monthly: { USD: "10.00", interval: [1, "month"] }, once: { USD: "2.50" } };
const included = { points: { quantity: 10, repeat: "never", expires: "never" } };
const payments = {
  items: {
    points: { displayName: "Points", customerType: "user" },
    credits: { displayName: "Credits", customerType: "custom" },
  },
  offers: {
    plan: { displayName: "Plan", customerType: "user", prices: { monthly: prices.monthly }, includedItems: included },
    pack: { displayName: "Pack", customerType: "user", prices: { once: prices.once }, includedItems: included },
  },
};

async function shop() {
  const { owned, keys, projectId, adminApp } = await newProject(suite.gatehouse);
  await owned.updateConfig({ "payments.items": payments.items, "payments.offers": payments.offers } as never);
  const options = { baseUrl: suite.gatehouse.apiUrl, projectId, tokenStore: null, ...keys } as const;
  return { official: adminApp(), ours: new GatehouseAdminApp(options) };
}

const fullCodeOf = (url: string) => new URL(url).pathname.replace("/purchase/", "");
const acceptingNothing = { charges_enabled: false, details_submitted: false, payouts_enabled: false };

describe("the account at Stripe, of the official client's admin app", () => {
  it("200: sets up the project's account at Stripe, and sees how far it is; null before", async ({ expect }) => {
    const { official } = await shop();
    expect(await official.getStripeAccountInfo()).toBeNull();
    await expect(official.createStripeWidgetAccountSession()).rejects.toThrow("Stripe account ID is not set");
    const { url } = await official.setupPayments();
    expect(new URL(url).host).toBe("connect.stripe.com");
    const info = { account_id: expect.stringMatching(/^acct_/), ...acceptingNothing };
    expect(await official.getStripeAccountInfo()).toEqual(info);
    expect(await official.createStripeWidgetAccountSession()).toEqual({ client_secret: expect.any(String) });
  });
});

describe("the account at Stripe, of the kit's admin app", () => {
  it("200: is null, then there, once however often it is set up, with sessions for Stripe's widgets", async ({
    expect,
  }) => {
    const { ours } = await shop();
    expect(await ours.getStripeAccountInfo()).toBeNull();
    await expect(ours.createStripeWidgetAccountSession()).rejects.toThrow("Stripe account ID is not set");
    await ours.setupPayments();
    const info = await ours.getStripeAccountInfo();
    expect(info).toEqual({ account_id: expect.stringMatching(/^acct_/), ...acceptingNothing });
    expect(new URL((await ours.setupPayments()).url).host).toBe("connect.stripe.com");
    expect(await ours.getStripeAccountInfo()).toEqual(info);
    expect(await ours.createStripeWidgetAccountSession()).toEqual({ client_secret: expect.any(String) });
  });
});

describe("transactions, of the official client's admin app", () => {
  it("200: lists what customers bought and how items changed, page by page and by any filter", async ({ expect }) => {
    const { official } = await shop();
    await official.setupPayments();
    const user = await official.createUser({ displayName: "Buyer" });
    const credits = { customCustomerId: "company-1", itemId: "credits" };
    await official.createItemQuantityChange({ ...credits, quantity: 7, description: "A gift" });
    for (const [offerId, priceId] of [
      ["plan", "monthly"],
      ["pack", "once"],
    ] as const) {
      const fullCode = fullCodeOf(await user.createCheckoutUrl({ offerId }));
      await official.testModePurchase({ fullCode, priceId });
    }
    expect((await official.getItem({ userId: user.id, itemId: "points" })).quantity).toBe(20);

    const all = await official.listTransactions({});
    const bought = { customer_type: "user", customer_id: user.id, quantity: 1, test_mode: true };
    expect(all.transactions).toHaveLength(3);
    expect(all.transactions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...bought, type: "subscription", offer_display_name: "Plan", status: "active" }),
        expect.objectContaining({ ...bought, type: "one_time", offer_display_name: "Pack", price: prices.once }),
        expect.objectContaining({ type: "item_quantity_change", customer_id: "company-1", quantity: 7 }),
      ]),
    );
    expect(all.nextCursor).toBeNull();

    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await official.listTransactions({ limit: 1, ...(cursor && { cursor }) });
      pages.push(...page.transactions.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual(all.transactions.map(({ id }) => id));

    const typesOf = async (filter: Parameters<typeof official.listTransactions>[0]) =>
      (await official.listTransactions(filter)).transactions.map(({ type }) => type);
    expect(await typesOf({ type: "one_time" })).toEqual(["one_time"]);
    expect(await typesOf({ customerType: "custom" })).toEqual(["item_quantity_change"]);
    expect(await typesOf({ customerType: "team" })).toEqual([]);
  });
});

describe("transactions and usage, of the kit's admin app", () => {
  it("200: lists a purchase of test mode, and reports what it added to the item", async ({ expect }) => {
    const { ours } = await shop();
    await ours.setupPayments();
    const user = await ours.createUser({ displayName: "Buyer" });
    const points = { userId: user.id, itemId: "points" };
    const from = new Date(Date.now() - 60_000);
    const fullCode = fullCodeOf(await user.createCheckoutUrl({ offerId: "pack" }));
    await ours.testModePurchase({ fullCode, priceId: "once" });
    await (await user.getItem("points")).decreaseQuantity(4);

    const { transactions, nextCursor } = await ours.listTransactions({ limit: 1, type: "one_time" });
    expect(transactions).toMatchObject([{ customer_id: user.id, offer_id: "pack", price: { USD: "2.50" } }]);
    const rest = await ours.listTransactions({ cursor: nextCursor ?? "", type: "one_time" });
    expect(rest).toEqual({ transactions: [], nextCursor: null });
    const taken = await ours.listTransactions({ customerType: "user", type: "item_quantity_change" });
    expect(taken.transactions).toMatchObject([{ item_id: "points", quantity: -4 }]);

    const usage = await ours.getItemUsage({ ...points, from, interval: "hour" });
    expect(usage.at(-1)).toMatchObject({ at: expect.any(Date), quantity: 6 });
    const sum = (field: "added" | "removed") => usage.reduce((total, element) => total + element[field], 0);
    expect([sum("added"), sum("removed")]).toEqual([10, 4]);
  });
});

describe("items", () => {
  const suite = startProject();

  const items = {
    points: { displayName: "Points", customerType: "user" },
    seats: { displayName: "Seats", customerType: "team" },
    credits: { displayName: "Credits", customerType: "custom" },
  };

  /** A project with items of each kind of customer, and a user in a team. */
  async function newCustomers() {
    const project = await newProject(suite.gatehouse, { clientTeamCreationEnabled: true });
    await project.owned.updateConfig({ "payments.items": items });
    const app = project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const team = await user.createTeam({ displayName: "Crew" });
    return { project, app, user, team };
  }

  /** Our apps with the keys of a project. */
  function ours({ projectId, keys }: ProjectUnderTest) {
    const options = { baseUrl: suite.gatehouse.apiUrl, projectId, tokenStore: "memory", ...keys } as const;
    return {
      client: new GatehouseClientApp(options),
      server: new GatehouseServerApp(options),
      admin: new GatehouseAdminApp(options),
    };
  }

  describe("items of the official client", () => {
    it("200: a website reads the items of its user and their team, and a backend those of any customer", async ({
      expect,
    }) => {
      const { project, app, user, team } = await newCustomers();
      const server = project.serverApp();
      await (await server.getItem({ userId: user.id, itemId: "points" })).increaseQuantity(5);
      await (await server.getItem({ customCustomerId: "company-1", itemId: "credits" })).decreaseQuantity(3);
      expect(await user.getItem("points")).toMatchObject({
        displayName: "Points",
        quantity: 5,
        nonNegativeQuantity: 5,
      });
      expect(await team.getItem("seats")).toMatchObject({ displayName: "Seats", quantity: 0 });
      const custom = { customCustomerId: "company-1", itemId: "credits" };
      expect(await app.getItem(custom)).toMatchObject({ quantity: -3, nonNegativeQuantity: 0 });
      const other = project.serverApp();
      const { quantity } = await ((await other.getUser(user.id)) ?? expect.fail()).getItem("points");
      expect(quantity).toBe(5);
      expect((await ((await other.getTeam(team.id)) ?? expect.fail()).getItem("seats")).quantity).toBe(0);
      await expect(app.getItem({ userId: user.id, itemId: "none" })).rejects.toMatchObject({
        errorCode: "ITEM_NOT_FOUND",
      });
      await expect(app.getItem({ userId: user.id, itemId: "seats" })).rejects.toMatchObject({
        errorCode: "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH",
      });
    });

    it("200: a backend adds to an item and takes from it, no more than there is where it tries", async ({ expect }) => {
      const { project, user } = await newCustomers();
      const points = { userId: user.id, itemId: "points" };
      const item = await project.serverApp().getItem(points);
      await item.increaseQuantity(5);
      expect(await item.tryDecreaseQuantity(6)).toBe(false);
      expect(await item.tryDecreaseQuantity(5)).toBe(true);
      await item.decreaseQuantity(2);
      await expect(item.increaseQuantity(1)).rejects.toMatchObject({ errorCode: "ITEM_QUANTITY_INSUFFICIENT_AMOUNT" });
      await project.adminApp().createItemQuantityChange({ ...points, quantity: 12, description: "A gift" });
      expect((await project.serverApp().getItem(points)).quantity).toBe(10);
    });
  });

  describe("items of the kit", () => {
    it("reads and changes them for users, teams and custom customers, and tries no more than there is", async ({
      expect,
    }) => {
      const { project, user, team } = await newCustomers();
      const { client, server, admin } = ours(project);
      const points = { userId: user.id, itemId: "points" };
      const item = await server.getItem(points);
      expect(item).toMatchObject({ displayName: "Points", quantity: 0, nonNegativeQuantity: 0 });
      await item.increaseQuantity(5);
      expect(await item.tryDecreaseQuantity(6)).toBe(false);
      expect(await item.tryDecreaseQuantity(4)).toBe(true);
      await item.decreaseQuantity(3);
      expect(await client.getItem(points)).toEqual({ displayName: "Points", quantity: -2, nonNegativeQuantity: 0 });
      const once = { ...points, quantity: 12, expiresAt: "2100-01-01T00:00:00Z", idempotencyKey: "gift" };
      for (const _ of [1, 2]) await admin.createItemQuantityChange(once);
      const found = await server.getUser(user.id);
      expect((await found?.getItem("points"))?.quantity).toBe(10);
      const seats = await (await server.getTeam(team.id))?.getItem("seats");
      await seats?.increaseQuantity(1);
      expect((await client.getItem({ teamId: team.id, itemId: "seats" })).quantity).toBe(1);
      const company = { customCustomerId: "company-1", itemId: "credits" };
      await (await server.getItem(company)).increaseQuantity(7);
      expect((await client.getItem(company)).quantity).toBe(7);
    });

    it("shows the signed-in user their own and their teams' items, also where clients read no others", async ({
      expect,
    }) => {
      const { project } = await newCustomers();
      await project.owned.updateConfig({ "payments.clientItemReads": "own" });
      const { client } = ours(project);
      const { user } = await signUpOurs(client);
      const team = await user.createTeam({ displayName: "Crew" });
      expect((await user.getItem("points")).quantity).toBe(0);
      expect((await team.getItem("seats")).quantity).toBe(0);
      expect((await client.getItem({ userId: user.id, itemId: "points" })).quantity).toBe(0);
      const company = { customCustomerId: "company-1", itemId: "credits" };
      await expect(client.getItem(company)).rejects.toMatchObject({ errorCode: "CUSTOMER_DOES_NOT_EXIST" });
    });

    it("throws for an item of no customer, and of two", async ({ expect }) => {
      const { client, admin } = ours(suite.project);
      for (const customers of [{}, { userId: client.projectId, teamId: client.projectId }]) {
        await expect(client.getItem({ itemId: "points", ...customers } as never)).rejects.toThrow(
          "getItem requires one of userId, teamId, or customCustomerId",
        );
      }
      await expect(admin.createItemQuantityChange({ itemId: "points", quantity: 1 } as never)).rejects.toThrow(
        "updateItemQuantity requires one of userId, teamId, or customCustomerId",
      );
      await expect(admin.getItemUsage({ itemId: "points", from: new Date(1) } as never)).rejects.toThrow(
        "getItemUsage requires one of userId, teamId, or customCustomerId",
      );
    });
  });
});

describe("purchases", () => {
  const suite = startProject();

  const monthly = { USD: "10.00", interval: [1, "month"] };
  const offer = { displayName: "Pro", serverOnly: false, stackable: false, prices: { monthly }, includedItems: {} };

  const inlineOffer = {
    display_name: "Tailored",
    customer_type: "user" as const,
    server_only: true as const,
    prices: { once: { USD: "7.25" } },
    included_items: {},
  };

  /** A project that sells an offer to users, one to teams and one to custom customers. */
  async function shop() {
    const project = await newProject(suite.gatehouse);
    await project.owned.updateConfig({
      "payments.offers": {
        pro: { ...offer, customerType: "user" },
        secret: { ...offer, customerType: "user", serverOnly: true },
        team: { ...offer, customerType: "team" },
        custom: { ...offer, customerType: "custom" },
      },
    } as never);
    const options = {
      baseUrl: suite.gatehouse.apiUrl,
      projectId: project.projectId,
      tokenStore: null,
      ...project.keys,
    };
    return { ...project, options };
  }

  /** Returns what is sold at a purchase URL, and whether the customer has it already. */
  async function soldAt(url: string) {
    const full_code = new URL(url).pathname.replace("/purchase/", "");
    const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/payments/purchases/validate-code`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ full_code }),
    });
    const body = await response.json();
    return { fullCode: full_code, name: body.offer?.display_name, isBought: body.already_bought_non_stackable };
  }

  describe("purchases", () => {
    it("200: users and teams get purchase URLs, and the owner buys at them in test mode", async ({ expect }) => {
      const { clientApp, serverApp, adminApp } = await shop();
      const app = clientApp();
      await signUp(app, newAddress("buyer"));
      const user = await app.getUser({ or: "throw" });
      const sold = await soldAt(await user.createCheckoutUrl({ offerId: "pro" }));
      expect(sold).toMatchObject({ name: "Pro", isBought: false });
      await adminApp().testModePurchase({ fullCode: sold.fullCode, priceId: "monthly" });
      const serverUser = await serverApp().getUser(user.id);
      expect(await soldAt((await serverUser?.createCheckoutUrl({ offerId: "pro" })) ?? "")).toMatchObject({
        isBought: true,
      });
      const team = await serverApp().createTeam({ displayName: "Buyers" });
      expect(await soldAt(await team.createCheckoutUrl({ offerId: "team" }))).toMatchObject({ name: "Pro" });
    });

    it("200: the kit's server app sells what only servers do, and its admin app buys it in test mode", async ({
      expect,
    }) => {
      const { options } = await shop();
      const [server, admin] = [new GatehouseServerApp(options), new GatehouseAdminApp(options)];
      const user = await server.createUser({ displayName: "Buyer" });
      const team = await server.createTeam({ displayName: "Buyers" });
      const inline = await soldAt(await user.createCheckoutUrl({ offer: inlineOffer }));
      expect(inline.name).toBe("Tailored");
      await admin.testModePurchase({ fullCode: inline.fullCode, priceId: "once" });
      await expect(admin.testModePurchase({ fullCode: inline.fullCode, priceId: "once" })).rejects.toThrow();
      for (const url of [
        await user.createCheckoutUrl({ offerId: "secret" }),
        await team.createCheckoutUrl({ offerId: "team" }),
        await server.createCheckoutUrl({ customCustomerId: "reader", offerId: "custom" }),
      ]) {
        expect(await soldAt(url)).toMatchObject({ name: "Pro", isBought: false });
      }
    });
  });
});
