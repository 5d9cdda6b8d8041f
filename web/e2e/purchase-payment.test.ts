import { describe, it } from "vitest";
import { accessibilityProblems } from "./harness/accessibility";
import { cardField, complete, pay, refused, startLiveShops } from "./harness/live-shop";
import { openPage } from "./harness/open-page";
import { heading } from "./harness/shop";
import { cards, openStripeInBrowser } from "./harness/stripe-in-browser";

const { browser, gatehouse, openLiveShop } = await startLiveShops();

describe("paying on the page of a purchase", () => {
  it("says why a card was declined, takes another one, and says when the item's quantity has risen, which is when Stripe has reported it", async ({
    expect,
  }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("credits"));
    await cardField(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pay(page, "4242", "Pay $2.50");
    await page.getByRole("alert").getByText("Your card number is incomplete.").waitFor();
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
    await pay(page, cards.declined, "Pay $7.50");
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await expect.poll(() => page.getByRole("spinbutton", { name: "Quantity" }).isDisabled()).toBe(true);
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

  // Evidence: loads-scripts-site-stripe-other-server
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
