import { afterAll, describe, it } from "vitest";
import { newProject, startOwnProject } from "../../../scripts/testing/official-client";
import { startStripe } from "../../../scripts/testing/stripe-service";
import { GatehouseAdminApp } from "../index";

// What an owner sees of payments, with the official client and with our own, where the operator has configured Stripe.

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
