import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { cardField, complete, heading, openShop, pay, startLiveShops } from "./harness/live-shop";
import { cards } from "./harness/stripe-in-browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** Browsers print refused requests. */
const refused = /Failed to load resource/;

describe("the page of a purchase", () => {
  it("an owner buys in test mode, and the customer's quantity of the item rises", async ({ expect }) => {
    const { owner, page: pathOf, credits } = await openShop(gatehouse);
    expect(await credits()).toBe(0);
    const path = await pathOf("credits");
    const page = await visitSignedIn(browser, gatehouse, owner, path, refused);
    await heading(page, "Credits").waitFor();
    await page.getByText("Bookshop", { exact: true }).waitFor();
    await page.getByText("Test mode: no money moves.", { exact: false }).waitFor();
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
    await page.getByText("$7.50").waitFor();
    await page.getByRole("button", { name: "Buy in test mode" }).click();
    await heading(page, "Thank you").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await credits()).toBe(300);
    await page.getByText("Your purchase is complete.", { exact: false }).waitFor();
    // The code is used up, and the page still says what became of it.
    await page.reload();
    await page.getByText("Your purchase is complete.", { exact: false }).waitFor();
    expect(await credits()).toBe(300);
  });

  it("shows what cannot be bought: an offer that the customer has, a quantity of none, and a code that is unknown", async ({
    expect,
  }) => {
    const { page: pathOf, buy } = await openShop(gatehouse);
    const second = await pathOf("basic");
    await buy(await pathOf("basic"), "monthly");
    const page = await openPage(browser, gatehouse.webUrl, refused, "de-DE");
    await page.goto(second);
    await page.getByText("Du hast dies bereits, und es kann nur einmal gekauft werden.").waitFor();
    await page.goto(await pathOf("credits"));
    await page.getByRole("spinbutton", { name: "Anzahl" }).fill("0");
    await page.getByText("Gib eine ganze Zahl von 1 bis", { exact: false }).waitFor();
    await page.goto(await pathOf("nothing"));
    await page.getByText("Hier gibt es nichts zu kaufen.").waitFor();
    await page.goto("/purchase/unknown");
    await heading(page, "Dieser Link kann nicht verwendet werden").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // Evidence: believes-nothing-address-says-payment
  it("believes nothing that the address says of a payment", async () => {
    // Attack: a link by which a person believes that they have paid.
    const { page: pathOf } = await openShop(gatehouse);
    const page = await openPage(browser, gatehouse.webUrl, refused);
    await page.goto(`${await pathOf("credits")}?redirect_status=succeeded`);
    await heading(page, "Credits").waitFor();
    await page.getByText("$2.50").first().waitFor();
  });
});

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
