import { describe, it } from "vitest";
import { newProject, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, GatehouseClientApp, GatehouseServerApp } from "../index";
import { signUp } from "../testing/project-under-test";
import { billingOf } from "./index";

const suite = startProject();

const offer = (customerType: string, USD: string) => ({
  ...{ displayName: USD, customerType, groupId: "plans", serverOnly: false, stackable: false, includedItems: {} },
  prices: { monthly: { USD, interval: [1, "month"] } },
});

/** A project with two plans for users and for teams, and its apps. */
async function shop() {
  const { owned, projectId, keys } = await newProject(suite.gatehouse, { clientTeamCreationEnabled: true });
  await owned.updateConfig({
    "payments.groups.plans": { displayName: "Plans" },
    "payments.groups.gifts": { displayName: "Gifts" },
    "payments.offers": {
      ...{ basic: offer("user", "5"), pro: offer("user", "9"), crew: offer("team", "20"), fleet: offer("team", "50") },
      custom: offer("custom", "7"),
      free: { ...offer("user", "0"), groupId: "gifts", prices: "include-by-default" },
      pack: { ...offer("user", "3"), groupId: undefined, prices: { monthly: { USD: "3" } } },
    },
  } as never);
  const options = { baseUrl: suite.gatehouse.apiUrl, projectId, tokenStore: "memory", ...keys } as const;
  const admin = new GatehouseAdminApp(options);
  const buy = async (url: Promise<string>) =>
    admin.testModePurchase({ fullCode: new URL(await url).pathname.replace("/purchase/", ""), priceId: "monthly" });
  return { client: new GatehouseClientApp(options), server: new GatehouseServerApp(options), buy };
}

describe("billing of the kit", () => {
  it("200: a user sees what they have, and cancels, resumes and switches their subscription", async ({ expect }) => {
    const { client, buy } = await shop();
    const { user } = await signUp(client);
    await buy(user.createCheckoutUrl({ offerId: "basic" }));
    await buy(user.createCheckoutUrl({ offerId: "pack" }));
    const billing = billingOf(user);
    const { subscriptions: bought, oneTimePurchases, includedOffers } = await billing.list();
    expect(oneTimePurchases).toMatchObject([{ offerId: "pack", price: { USD: "3" }, refundedAt: null }]);
    expect(includedOffers).toEqual([{ offerId: "free", offerDisplayName: "0", groupId: "gifts" }]);
    const [subscription] = bought;
    const id = subscription?.id ?? "";
    expect(subscription).toMatchObject({ offerId: "basic", status: "active", isTest: true, canCancel: true });
    expect(subscription?.currentPeriodEnd).toBeInstanceOf(Date);
    expect(await billing.cancel(id)).toMatchObject({ cancelsAtPeriodEnd: true, canResume: true });
    expect(await billing.resume(id)).toMatchObject({ cancelsAtPeriodEnd: false });
    const [option] = subscription?.switchOptions ?? [];
    expect(option).toMatchObject({ offerId: "pro", priceId: "monthly", price: { USD: "9", interval: [1, "month"] } });
    const switched = await billing.switch(id, { offerId: "pro", priceId: "monthly" });
    expect(switched).toMatchObject({ offerId: "pro", status: "active" });
    const { subscriptions } = await billing.list();
    expect(subscriptions.map((each) => [each.id, each.status])).toEqual([
      [switched.id, "active"],
      [id, "canceled"],
    ]);
    const invoices = await billing.listInvoices({ limit: 5 });
    expect([[...invoices], invoices.nextCursor]).toEqual([[], null]);
    await expect(billing.updatePaymentMethod({ returnUrl: "http://localhost:3000" })).rejects.toThrow(
      "STRIPE_SECRET_KEY",
    );
  });

  it("200: the creator of a team does that for the team, and a backend for every customer", async ({ expect }) => {
    const { client, server, buy } = await shop();
    const { user } = await signUp(client);
    const team = await user.createTeam({ displayName: "Crew" });
    await buy(team.createCheckoutUrl({ offerId: "crew" }));
    const [ofTeam] = (await billingOf(team).list()).subscriptions;
    expect(await billingOf(team).cancel(ofTeam?.id ?? "")).toMatchObject({ cancelsAtPeriodEnd: true });
    const serverTeam = (await server.getTeam(team.id)) ?? expect.fail();
    expect(await billingOf(serverTeam).resume(ofTeam?.id ?? "")).toMatchObject({ cancelsAtPeriodEnd: false });
    const serverUser = (await server.getUser(user.id)) ?? expect.fail();
    expect((await billingOf(serverUser).list()).subscriptions).toEqual([]);
    await buy(server.createCheckoutUrl({ customCustomerId: "acme", offerId: "custom" }));
    const ofCustomer = billingOf({ app: server, customCustomerId: "acme" });
    expect((await ofCustomer.list()).subscriptions).toMatchObject([{ offerId: "custom" }]);
  });
});
