import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { startGatehouse } from "../../../scripts/testing/start-gatehouse";
import { startStripe } from "../../../scripts/testing/stripe-service";
import { sharedBrowser } from "./browser";
import { openPage } from "./open-page";
import { openShop } from "./shop";
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
