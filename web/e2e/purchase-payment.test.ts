import type { Page } from "playwright-core";
import { afterAll, describe, it } from "vitest";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { startStripe } from "../../scripts/testing/stripe-service";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { openShop } from "./harness/shop";
import { cards, openStripeInBrowser } from "./harness/stripe-in-browser";

const browser = await sharedBrowser();
const webhookSecret = "whsec_browser";
const stripe = await startStripe();
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

/** Browsers print refused requests: those for a code that is used up, and those that a test stops. */
const refused = /Failed to load resource/;

/** A project that takes payments, and a browser that meets Stripe. */
async function openLiveShop({ locale, tolerated = refused }: { locale?: string; tolerated?: RegExp } = {}) {
  const shop = await openShop(gatehouse);
  const account = await shop.setUp();
  const page = await openPage(browser, gatehouse.webUrl, tolerated, locale);
  const standIn = { gatehouse, stripeUrl: stripe.url, webhookSecret, account };
  return { ...shop, page, pathOf: shop.page, stripeSide: await openStripeInBrowser(page.context(), standIn), standIn };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const cardField = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]').getByRole("textbox");
const complete = (page: Page) => page.getByText("Your purchase is complete. You can close this page.").waitFor();

async function pay(page: Page, card: string, button: string) {
  const paying = page.getByRole("button", { name: button });
  // A trial waits until the button is enabled, which it is once the frame takes what is typed, and does not click it.
  await paying.click({ trial: true });
  await cardField(page).fill(card);
  // The frame passes the card on by a message.
  await page.locator(`iframe[data-card="${card}"]`).waitFor();
  await paying.click();
}

describe("paying on the page of a purchase", () => {
  it("a customer pays, and the page says when the item's quantity has risen, which is when Stripe has reported it", async ({
    expect,
  }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("credits"));
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
    await cardField(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pay(page, cards.accepted, "Pay $7.50");
    await heading(page, "Thank you").waitFor();
    await page.getByText("What you bought is yours within moments.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await credits()).toBe(0);
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(300);
    // Used a second time, the link sells nothing more.
    await page.reload();
    await complete(page);
    expect(await credits()).toBe(300);
  });

  it("says why a card was declined, and goes on with another one, whose payment is the same", async ({ expect }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("credits"));
    await pay(page, "4242", "Pay $2.50");
    await page.getByRole("alert").getByText("Your card number is incomplete.").waitFor();
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
    await pay(page, cards.declined, "Pay $5.00");
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await expect.poll(() => page.getByRole("spinbutton", { name: "Quantity" }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await pay(page, cards.accepted, "Pay $5.00");
    await heading(page, "Thank you").waitFor();
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(200);
  });

  it("goes on after the page of a bank: where it was approved, refused, and left", async ({ expect }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    const path = await pathOf("credits");
    await page.goto(path);
    await pay(page, cards.authenticated, "Pay $2.50");
    await page.getByRole("link", { name: "refused" }).click();
    await heading(page, "The payment did not succeed").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await pay(page, cards.authenticated, "Pay $2.50");
    await page.getByRole("heading", { name: "Your bank" }).waitFor();
    await page.goto(path);
    await heading(page, "Credits").waitFor();
    await page.getByRole("list", { name: "Total" }).getByText("$2.50").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pay(page, cards.authenticated, "Pay $2.50");
    await page.getByRole("link", { name: "approved" }).click();
    await heading(page, "Thank you").waitFor();
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(100);
  });

  it("a tab that was closed in the middle is opened again; another browser is told that a payment has begun", async ({
    expect,
  }) => {
    const { page, pathOf, credits, stripeSide, standIn } = await openLiveShop();
    const path = await pathOf("credits");
    await page.goto(path);
    await pay(page, cards.authenticated, "Pay $2.50");
    await page.getByRole("heading", { name: "Your bank" }).waitFor();
    await page.close();

    const elsewhere = await openPage(browser, gatehouse.webUrl, refused);
    await openStripeInBrowser(elsewhere.context(), standIn);
    await elsewhere.goto(path);
    await heading(elsewhere, "A payment has begun").waitFor();
    expect(await accessibilityProblems(elsewhere)).toEqual([]);

    const context = page.context();
    const again = await context.newPage();
    await again.goto(path);
    await pay(again, cards.accepted, "Pay $2.50");
    await heading(again, "Thank you").waitFor();
    await stripeSide.report();
    await complete(again);
    expect(await credits()).toBe(100);
    await elsewhere.reload();
    await complete(elsewhere);
    expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("purchase")))).toEqual([]);
  });

  it("a payment that takes days is on its way until it has arrived", async ({ expect }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    const path = await pathOf("credits");
    await page.goto(path);
    await pay(page, cards.slow, "Pay $2.50");
    await heading(page, "Your payment is on its way").waitFor();
    await page.goto(path);
    await heading(page, "Your payment is on its way").waitFor();
    expect(await credits()).toBe(0);
    await stripeSide.arriveLate();
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(100);
  });

  it("a free trial begins with a card that is not charged, and is given once", async ({ expect }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("trial"));
    await page.getByText("7 days free, then $10.00 / month").waitFor();
    await pay(page, cards.accepted, "Start the free trial");
    await heading(page, "Thank you").waitFor();
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(5);
    await page.goto(await pathOf("trial"));
    await page.getByText("You have this already, and it can be bought only once.").waitFor();
  });

  it("a subscription takes the place of another offer of its group, of which the page says so", async ({ expect }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("basic"));
    await pay(page, cards.accepted, "Pay $10.00");
    await heading(page, "Thank you").waitFor();
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(10);
    await page.goto(await pathOf("pro"));
    await page.getByText("This takes the place of Basic.").waitFor();
    await page.getByText("The rest of the time that you have paid for is credited to your next invoices.").waitFor();
    await cardField(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pay(page, cards.accepted, "Pay $10.00");
    await heading(page, "Thank you").waitFor();
    await stripeSide.report();
    await complete(page);
    await page.goto(await pathOf("basic"));
    await page.getByText("This takes the place of Pro.").waitFor();
  });

  it("says that the form cannot be loaded where Stripe is blocked, and loads it when it no longer is", async ({
    expect,
  }) => {
    const { page, pathOf } = await openLiveShop({ locale: "de-DE" });
    await page.context().route("https://js.stripe.com/**", (route) => route.abort());
    await page.goto(await pathOf("credits"));
    await page.getByRole("alert").getByText("Das Formular für die Zahlung konnte nicht geladen werden.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().unroute("https://js.stripe.com/**");
    await openStripeInBrowser(page.context(), { gatehouse, stripeUrl: stripe.url, webhookSecret, account: "" });
    await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
    await cardField(page).waitFor();
    expect(page.frames().some((frame) => frame.url().includes("locale=de&"))).toBe(true);
  });

  it("loads scripts of the site and of Stripe, and of no other server", async ({ expect }) => {
    // Attack: a script of another server, which a flaw has put into the page, reads what is paid with.
    const { page, pathOf } = await openLiveShop({ tolerated: /violates the following Content Security Policy/ });
    await page.goto(await pathOf("credits"));
    await cardField(page).waitFor();
    const blocked = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) =>
            resolve([blockedURI, effectiveDirective]),
          );
          const script = document.createElement("script");
          script.src = "https://scripts.example.com/steal.js";
          document.body.append(script);
        }),
    );
    expect(blocked).toEqual(["https://scripts.example.com/steal.js", "script-src-elem"]);
  });
});
