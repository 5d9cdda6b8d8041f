import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { startStripe } from "../../scripts/testing/stripe-service";
import { accessibilityProblems } from "./harness/accessibility";
import { stripeVars } from "./harness/account-billing";
import { filterBy, openPayments, rows } from "./harness/dashboard-payments";
import { button } from "./harness/locators";

const [gatehouse, stripe] = await Promise.all([startGatehouse({ site: true }), startStripe()]);
afterAll(() => Promise.all([gatehouse.stop(), stripe.stop()]));

const card = (page: Page) => page.getByRole("region", { name: "Stripe account" });

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

describe("the payments of a project, where no Stripe is configured", () => {
  it("shows transactions page by page, newest first, and the page of an address", async ({ expect }) => {
    const { app, page } = await openPayments(gatehouse);
    for (let quantity = 1; quantity <= 26; quantity++) {
      await app.createItemQuantityChange({ customCustomerId: "workspace-7", itemId: "credits", quantity });
    }
    await page.reload();
    await rows(page).first().getByText("+26 Credits").waitFor();
    await expect.poll(() => rows(page).count()).toBe(25);
    await expect.poll(() => button(page, "Previous").isDisabled()).toBe(true);
    await button(page, "Next").click();
    await rows(page).first().getByText("+1 Credits").waitFor();
    await expect.poll(() => rows(page).innerText()).toContain("workspace-7");
    await page.reload();
    await rows(page).first().getByText("+1 Credits").waitFor();
    await expect.poll(() => button(page, "Next").isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Previous").click();
    await rows(page).first().getByText("+26 Credits").waitFor();
  });

  it("filters by test mode, and exports what the filters select as CSV and JSON, with progress and cancel", async ({
    expect,
  }) => {
    const { app, page } = await openPayments(gatehouse);
    const ada = await app.createUser({ displayName: "Ada Lovelace" });
    const [, , fullCode = ""] = new URL(await ada.createCheckoutUrl({ offerId: "plan" })).pathname.split("/");
    await app.testModePurchase({ fullCode, priceId: "monthly", quantity: 1 });
    for (let quantity = 1; quantity <= 210; quantity += 1) {
      await app.createItemQuantityChange({ customCustomerId: "=workspace", itemId: "credits", quantity });
    }
    await page.reload();
    await filterBy(page, "Test mode", "Mode");
    await page.waitForURL("**/payments?mode=test");
    await rows(page).filter({ hasText: "Credits" }).first().waitFor({ state: "detached" });
    await expect.poll(() => rows(page).count()).toBe(1);
    await filterBy(page, "Live", "Mode");
    await rows(page).filter({ hasText: "Plan" }).waitFor({ state: "detached" });
    await button(page, "Export").click();
    await page.waitForURL("**/payments?mode=live&open=export");
    const dialog = page.getByRole("dialog", { name: "Export transactions" });
    expect(await accessibilityProblems(page)).toEqual([]);

    // The second page is held back until the export is cancelled, and for the next one is not.
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    await page.route(/transactions\?.*limit=200.*cursor=|transactions\?.*cursor=.*limit=200/, async (route) => {
      if (isHeld) await held.promise;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Export" }).click();
    await dialog.getByText("200 transactions read").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    isHeld = false;
    held.resolve();
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Export" }).click(),
    ]);
    await dialog.getByText("210 transactions are exported.").waitFor();
    expect(csv.suggestedFilename()).toMatch(/^bookshop-transactions-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await textOf(csv)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(211);
    expect(lines[0]).toMatch(/^\uFEFFid,type,created_at,customer_type,customer_id,customer_display_name,quantity,/);
    expect(lines[1]).toContain(",custom,'=workspace,,210,false,");
    await dialog.getByRole("button", { name: "Done" }).click();

    await filterBy(page, "Test mode", "Mode");
    await rows(page).filter({ hasText: "Plan" }).waitFor();
    await button(page, "Export").click();
    await dialog.getByText("JSON", { exact: true }).click();
    const [json] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Export" }).click(),
    ]);
    expect(JSON.parse(await textOf(json))).toEqual([
      expect.objectContaining({ offer_id: "plan", customer_display_name: "Ada Lovelace", test_mode: true }),
    ]);
    await dialog.getByText("1 transaction is exported.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await button(page, "Show as code").click();
    await page.getByText("adminApp.listTransactions({ limit: 200, cursor })", { exact: false }).waitFor();
  });

  it("shows a customer's invoices, and how much of an item was left day by day", async ({ expect }) => {
    const { app, page } = await openPayments(gatehouse);
    for (const quantity of [50, -8]) {
      await app.createItemQuantityChange({ customCustomerId: "workspace-7", itemId: "credits", quantity });
    }
    await page.goto(`${page.url()}?part=customers&customerType=custom&customer=workspace-7`);
    await page.getByRole("region", { name: "Invoices" }).getByText("No invoices yet", { exact: false }).waitFor();
    const usage = page.getByRole("region", { name: "Usage" });
    await usage.getByText("In the last 30 days 50 added, 8 taken.", { exact: false }).waitFor();
    await expect.poll(() => usage.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/: 42 left$/);
    await expect.poll(() => usage.getByRole("row").count()).toBe(31);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("takes a purchase of test mode back with what it included", async ({ expect }) => {
    const { app, page } = await openPayments(gatehouse);
    const ada = await app.createUser({ displayName: "Ada Lovelace" });
    const [, , fullCode = ""] = new URL(await ada.createCheckoutUrl({ offerId: "book" })).pathname.split("/");
    await app.testModePurchase({ fullCode, priceId: "once", quantity: 1 });
    await page.reload();
    await rows(page).getByRole("link", { name: "Take back: Book" }).click();
    await page.waitForURL(/refund=/);
    const dialog = page.getByRole("dialog", { name: "Take Book back?" });
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Take back" }).click();
    await rows(page).filter({ hasText: "Book" }).filter({ hasText: "Refunded" }).waitFor();
    await expect.poll(() => rows(page).getByRole("link", { name: "Take back: Book" }).count()).toBe(0);
  });

  it("switches test mode, which production mode overrides", async ({ expect }) => {
    const { page, project } = await openPayments(gatehouse);
    const testMode = page.getByRole("region", { name: "Test mode", exact: true });
    expect(await project.getConfig()).toMatchObject({ payments: { testMode: false } });
    await testMode.getByRole("switch", { name: "Customers buy without money" }).click();
    await testMode.locator("[aria-checked=true][aria-busy=false]").waitFor();
    expect(await project.getConfig()).toMatchObject({ payments: { testMode: true } });
    await expect.poll(() => testMode.getByText("customers pay", { exact: false }).count()).toBe(0);
    await project.update({ isProductionMode: true });
    await page.reload();
    await testMode.getByText("The project is in production mode: customers pay, whatever is chosen here.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("says that the instance takes no payments, and what test mode is, before an account is asked for", async ({
    expect,
  }) => {
    const { page } = await openPayments(gatehouse);
    await card(page).getByText("This instance takes no payments", { exact: false }).waitFor();
    await card(page).getByText("no money moves", { exact: false }).waitFor();
    const guide = await card(page).getByRole("link", { name: "guide to payments" }).getAttribute("href");
    expect(guide).toMatch(/\/docs\/payments\.md$/);
    await expect.poll(() => button(page, "Set up payments").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("the payments of a project, where Stripe is configured", () => {
  beforeAll(() => gatehouse.restart(stripeVars(stripe)));

  it("leads to Stripe, whose page leads back, and shows how far the account is", async ({ expect }) => {
    const { app, page } = await openPayments(gatehouse);
    const atStripe = page.getByText("Stripe asks for details", { exact: true });
    await page.route("https://connect.stripe.com/**", (route) => route.fulfill({ body: "Stripe asks for details" }));
    const address = page.url();
    await button(page, "Set up payments").click();
    await atStripe.waitFor();

    await page.goto(address);
    await card(page).getByText("Stripe still needs details of yours.", { exact: false }).waitFor();
    await expect
      .poll(() => card(page).getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringMatching(/^Payments\s+Off$/), expect.stringMatching(/^Payouts\s+Off$/)]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Continue").click();
    await atStripe.waitFor();

    const account = (await app.getStripeAccountInfo())?.account_id;
    const report = (changes: object) =>
      fetch(`${stripe.url}/test/${account}`, { method: "POST", body: JSON.stringify(changes) });
    await report({ details_submitted: true, charges_enabled: true });
    await page.goto(address);
    await card(page).getByText("Stripe is checking your details", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await report({ payouts_enabled: true });
    await page.reload();
    await card(page).getByText("Customers can pay", { exact: false }).waitFor();
    await expect.poll(() => card(page).getByText("On", { exact: true }).count()).toBe(2);
    await expect.poll(() => card(page).getByRole("button").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("502: says that the account could not be read, lists transactions all the same, and tries again", async ({
    expect,
  }) => {
    const { app, page } = await openPayments(gatehouse, /Failed to load resource/);
    await app.setupPayments();
    await gatehouse.restart({ STRIPE_SECRET_KEY: "sk_test_unknown" });
    await page.reload();
    await card(page).getByRole("alert").waitFor();
    await page.getByRole("heading", { name: "No transactions yet" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await gatehouse.restart({ STRIPE_SECRET_KEY: "sk_test_works" });
    await button(page, "Try again").click();
    await button(page, "Continue").waitFor();
  });
});
