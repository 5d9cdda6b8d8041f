import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { newOwner } from "../../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../../scripts/testing/start-gatehouse";
import { startStripe } from "../../../scripts/testing/stripe-service";
import { openPage, sharedBrowser } from "./browser";
import { openStripeInBrowser } from "./stripe-in-browser";

/** Browsers print refused requests: those for a code that is used up, and those that a test stops. */
export const refused = /Failed to load resource/;

/** A Gatehouse that takes payments through the stand-in for Stripe, until the tests of the file are over. */
export async function startLiveShops() {
  const webhookSecret = "whsec_browser";
  const [browser, stripe] = await Promise.all([sharedBrowser(), startStripe()]);
  const gatehouse = await startGatehouse({
    site: true,
    vars: {
      STRIPE_SECRET_KEY: "sk_test_works",
      STRIPE_PUBLISHABLE_KEY: "pk_test_page",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
  });
  afterAll(() => Promise.all([gatehouse.stop(), stripe.stop()]));

  /** A project that takes payments, and a browser that meets Stripe. */
  async function openLiveShop({ locale, tolerated = refused }: { locale?: string; tolerated?: RegExp } = {}) {
    const shop = await openShop(gatehouse);
    const account = await shop.setUp();
    const page = await openPage(browser, gatehouse.webUrl, tolerated, locale);
    const standIn = { gatehouse, stripeUrl: stripe.url, webhookSecret, account };
    return {
      ...shop,
      page,
      pathOf: shop.page,
      stripeSide: await openStripeInBrowser(page.context(), standIn),
      standIn,
    };
  }
  return { browser, gatehouse, openLiveShop };
}

export const cardField = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByRole("textbox");

export const complete = (page: Page) => page.getByText("Your purchase is complete. You can close this page.").waitFor();

export async function pay(page: Page, card: string, button: string) {
  const paying = page.getByRole("button", { name: button });
  // A trial waits until the button is enabled, which it is once the frame takes what is typed, and does not click it.
  await paying.click({ trial: true });
  await cardField(page).fill(card);
  // The frame passes the card on by a message.
  await page.locator(`iframe[data-card="${card}"]`).waitFor();
  await paying.click();
}

const monthly = { USD: "10.00", EUR: "9.50", interval: [1, "month"] };
const offer = { customerType: "custom", serverOnly: false, stackable: false, includedItems: {}, prices: { monthly } };
const credits = (quantity: number) => ({ credits: { quantity } });

const settings = {
  "payments.items.credits": { displayName: "Credits", customerType: "custom" },
  "payments.groups.plans": { displayName: "Plans" },
  "payments.offers": {
    credits: {
      ...{ ...offer, displayName: "Credits", stackable: true, prices: { once: { USD: "2.50" } } },
      includedItems: credits(100),
    },
    basic: { ...offer, displayName: "Basic", groupId: "plans", includedItems: credits(10) },
    pro: {
      ...{ ...offer, displayName: "Pro", groupId: "plans" },
      prices: { monthly, yearly: { USD: "99.00", interval: [1, "year"] }, once: { USD: "199" } },
    },
    support: { ...offer, displayName: "Support", groupId: "plans", isAddOnTo: { basic: true } },
    trial: { ...offer, displayName: "Trial", freeTrial: [7, "day"], includedItems: credits(5) },
    forever: { ...offer, displayName: "Forever", groupId: "plans", prices: { once: { JPY: "5000" } } },
    free: { ...offer, displayName: "Free", prices: "include-by-default", groupId: "plans" },
    nothing: { ...offer, displayName: "Nothing", prices: {} },
  },
};

/** A project with offers for custom customers, its owner, and what its backend does for the customer `reader`. */
export async function openShop(gatehouse: Gatehouse) {
  const owner = await newOwner(gatehouse);
  const [team] = await owner.listTeams();
  const project = await owner.createProject({ displayName: "Bookshop", teamId: team?.id ?? "" });
  const { app } = project;
  const keys = await app.createInternalApiKey({
    description: "Backend",
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  });
  await project.updateConfig(settings as never);
  async function request(tier: "server" | "admin", path: string, body?: object) {
    const key = tier === "server" ? keys.secretServerKey : keys.superSecretAdminKey;
    const response = await fetch(`${gatehouse.apiUrl}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        ...{ "x-stack-project-id": project.id, "x-stack-access-type": tier },
        [tier === "server" ? "x-stack-secret-server-key" : "x-stack-super-secret-admin-key"]: key ?? "",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as { url: string; quantity: number; account_id: string };
  }
  const customer = { customer_type: "custom", customer_id: "reader" };
  return {
    owner,
    /** The path of a purchase page. */
    async page(offer_id: string) {
      const { url } = await request("server", "/payments/purchases/create-purchase-url", { ...customer, offer_id });
      return new URL(url).pathname;
    },
    /** Changes settings of the project. */
    configure: (override: Record<string, unknown>) => project.updateConfig(override as never),
    /** Buys in test mode. */
    async buy(path: string, price_id: string) {
      const full_code = path.split("/")[2];
      await request("admin", "/internal/payments/test-mode-purchase-session", { full_code, price_id });
    },
    credits: async () => (await request("server", "/payments/items/custom/reader/credits")).quantity,
    /** Opens an account at Stripe. @returns its id */
    async setUp() {
      await request("admin", "/internal/payments/setup", {});
      return (await request("admin", "/internal/payments/stripe/account-info")).account_id;
    },
  };
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
