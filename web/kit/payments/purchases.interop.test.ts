import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { newProject, signUp, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, GatehouseServerApp } from "../index";

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
  const options = { baseUrl: suite.gatehouse.apiUrl, projectId: project.projectId, tokenStore: null, ...project.keys };
  return { ...project, options };
}

/** What is sold at a purchase URL, and whether the customer has it already. */
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
