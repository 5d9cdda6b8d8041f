import { describe, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { refusal, serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

describe("a project's account at Stripe", () => {
  it("is set up on a page of Stripe's, and read again afterwards", async ({ expect }) => {
    api.on("POST /internal/payments/setup", { body: { url: "https://connect.stripe.com/setup/c/acct_1" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.setupPayments()).toEqual({ url: "https://connect.stripe.com/setup/c/acct_1" });
    expect(sent().tier).toBe("admin");
    expect(changed).toEqual(["stripe-account"]);
  });

  it("is read as Stripe has it", async ({ expect }) => {
    const info = { account_id: "acct_1", charges_enabled: true, details_submitted: true, payouts_enabled: false };
    api.on("GET /internal/payments/stripe/account-info", { body: info });
    expect(await adminAppOf(api).app.getStripeAccountInfo()).toEqual(info);
  });

  it("404 STRIPE_ACCOUNT_INFO_NOT_FOUND: is null where there is none", async ({ expect }) => {
    const notFound = refusal("STRIPE_ACCOUNT_INFO_NOT_FOUND", 404, "Stripe account information not found.");
    api.on("GET /internal/payments/stripe/account-info", notFound);
    expect(await adminAppOf(api).app.getStripeAccountInfo()).toBeNull();
  });

  it("501: is no null where the installation takes no payments, but an error", async ({ expect }) => {
    const body = "This installation takes no payments";
    api.on("GET /internal/payments/stripe/account-info", { status: 501, body });
    await expect(adminAppOf(api).app.getStripeAccountInfo()).rejects.toThrow(body);
  });

  it("has sessions for Stripe's widgets, which change nothing", async ({ expect }) => {
    api.on("POST /internal/payments/stripe-widgets/account-session", { body: { client_secret: "accs_secret" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.createStripeWidgetAccountSession()).toEqual({ client_secret: "accs_secret" });
    expect(sent().tier).toBe("admin");
    expect(changed).toEqual([]);
  });
});
