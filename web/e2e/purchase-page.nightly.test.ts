import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { heading, openShop } from "./harness/live-shop";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the page of a purchase", () => {
  it("a customer of a project in test mode buys without money and without an account", async ({ expect }) => {
    const { page: pathOf, credits, configure } = await openShop(gatehouse);
    await configure({ "payments.testMode": true });
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(await pathOf("credits"));
    await heading(page, "Credits").waitFor();
    await page.getByText("Test mode: no money moves. Bookshop is trying how its customers buy.").waitFor();
    await expect.poll(() => page.getByText("does not take payments", { exact: false }).count()).toBe(0);
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Buy in test mode" }).click();
    await heading(page, "Thank you").waitFor();
    expect(await credits()).toBe(200);
  });

  it("anyone sees prices, what is replaced and that no payments are taken, and nothing of test mode", async ({
    expect,
  }) => {
    const { page: pathOf, buy } = await openShop(gatehouse);
    await buy(await pathOf("basic"), "monthly");
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(await pathOf("pro"));
    await heading(page, "Pro").waitFor();
    await page.getByText("This takes the place of Basic.").waitFor();
    await page.getByText("Bookshop does not take payments yet.", { exact: false }).waitFor();
    const price = page.getByRole("combobox", { name: "Price" });
    await expect
      .poll(() => price.getByRole("option").allInnerTexts())
      .toEqual(["$10.00 / month", "$99.00 / year", "$199.00"]);
    await price.selectOption({ label: "$10.00 / month" });
    await page.getByRole("combobox", { name: "Currency" }).selectOption({ label: "EUR" });
    await page.getByRole("list", { name: "Total" }).getByText("€9.50 / month").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Buy in test mode" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("says what stands in the way of a purchase, before anything is entered", async ({ expect }) => {
    const { page: pathOf, buy } = await openShop(gatehouse);
    const [support, forever] = [await pathOf("support"), await pathOf("forever")];
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(support);
    await page.getByText("This adds to something that you do not have yet. Buy that first.").waitFor();
    await buy(await pathOf("basic"), "monthly");
    await page.goto(support);
    await page.getByText("$10.00 / month").first().waitFor();
    await page.goto(forever);
    await page.getByText("This takes the place of Basic.").waitFor();
    await page.getByRole("list", { name: "Total" }).getByText("¥5,000").waitFor();
    await expect.poll(() => page.getByText("Time that you have paid for", { exact: false }).count()).toBe(0);
    await buy(forever, "once");
    await page.goto(await pathOf("forever"));
    await page.getByText("You have this already, and it can be bought only once.").waitFor();
    await page.goto(await pathOf("pro"));
    await page.getByText("You have bought something already that takes the place of this.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("an owner of another project sees nothing of test mode", async ({ expect }) => {
    const { page: pathOf } = await openShop(gatehouse);
    const { owner: another } = await openShop(gatehouse);
    const page = await openSignedIn(browser, gatehouse, another);
    const owned = page.waitForResponse((response) => response.url().includes("/internal/projects"));
    await page.goto(await pathOf("credits"));
    await (await owned).finished();
    await page.getByText("Bookshop does not take payments yet.", { exact: false }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Buy in test mode" }).count()).toBe(0);
  });
});
