import { describe, it } from "vitest";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage } from "./harness/browser";
import { cardField, complete, heading, pay, refused, startLiveShops } from "./harness/live-shop";
import { cards, openStripeInBrowser } from "./harness/stripe-in-browser";

const { browser, gatehouse, openLiveShop } = await startLiveShops();

describe("paying on the page of a purchase", () => {
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
    const { page, pathOf, standIn } = await openLiveShop({ locale: "de-DE" });
    await page.context().route("https://js.stripe.com/**", (route) => route.abort());
    await page.goto(await pathOf("credits"));
    await page.getByRole("alert").getByText("Das Formular für die Zahlung konnte nicht geladen werden.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().unroute("https://js.stripe.com/**");
    await openStripeInBrowser(page.context(), { ...standIn, account: "" });
    await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
    await cardField(page).waitFor();
    expect(page.frames().some((frame) => frame.url().includes("locale=de&"))).toBe(true);
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
});
