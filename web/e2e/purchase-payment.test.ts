import { describe, it } from "vitest";
import { accessibilityProblems } from "./harness/accessibility";
import { cardField, complete, pay, startLiveShops } from "./harness/live-shop";
import { heading } from "./harness/shop";
import { cards } from "./harness/stripe-in-browser";

const { openLiveShop } = await startLiveShops();

describe("paying on the page of a purchase", () => {
  it("says why a card was declined, takes another one, and says when the item's quantity has risen, which is when Stripe has reported it", async ({
    expect,
  }) => {
    const { page, pathOf, credits, stripeSide } = await openLiveShop();
    await page.goto(await pathOf("credits"));
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
    expect(await credits()).toBe(0);
    await stripeSide.report();
    await complete(page);
    expect(await credits()).toBe(300);
    // Used a second time, the link sells nothing more.
    await page.reload();
    await complete(page);
    expect(await credits()).toBe(300);
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
