import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** A project with these settings, and its catalogue. */
async function openCatalogue(settings: object = {}) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bookshop", teamId: owner.selectedTeam?.id ?? "" });
  await project.updateConfig(settings as never);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments?part=catalogue`);
  await page.getByRole("region", { name: "Offers" }).waitFor();
  const payments = async () =>
    ((await project.getConfig()) as unknown as { payments: Record<"offers" | "items" | "groups", object> }).payments;
  return { page, payments, project };
}

const user = { customerType: "user", serverOnly: false, includedItems: {} };
const catalogue = {
  "payments.groups": { plans: { displayName: "Plans" } },
  "payments.items": { credits: { displayName: "Credits", customerType: "user" } },
  "payments.offers": {
    basic: {
      ...user,
      displayName: "Basic",
      groupId: "plans",
      prices: { monthly: { USD: "5", interval: [1, "month"] } },
    },
    extra: {
      ...{ ...user, displayName: "Extra", isAddOnTo: { basic: true }, prices: { once: { USD: "2" } } },
      includedItems: { credits: { quantity: 10 } },
    },
  },
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function isFineOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const found = [
    await page.evaluate(() => document.documentElement.scrollWidth),
    ...(await accessibilityProblems(page)),
  ];
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
  // Beside an open dialog there may be room for a scroll bar.
  return found.length === 1 && Number(found[0]) <= 390 ? true : found;
}

describe("the catalogue of a project", () => {
  it("begins empty, and gets an item, a group and an offer that includes the item", async ({ expect }) => {
    const { page, payments } = await openCatalogue();
    await page.getByText("No offers yet").waitFor();
    await page.getByText('createCheckoutUrl({ offerId: "pro" })', { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Create item").click();
    const items = dialog(page, "Create item");
    await items.getByLabel("ID").fill("2credits");
    await items.getByRole("button", { name: "Create item" }).click();
    await items.getByText("Start the ID with a letter or an underscore.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await items.getByLabel("ID").fill("");
    await items.getByLabel("Name").fill("Credits");
    await items.getByLabel("ID").fill("credits");
    await items.getByLabel("Low balance").fill("10");
    await items.getByRole("button", { name: "Create item" }).click();
    await items.waitFor({ state: "detached" });
    await page.getByText("Event for webhooks below 10").waitFor();

    await button(page, "Create group").click();
    const groups = dialog(page, "Create group");
    await groups.getByLabel("Name").fill("Plans");
    await expect.poll(() => groups.getByLabel("ID").inputValue()).toBe("plans");
    await groups.getByRole("button", { name: "Create group" }).click();
    await groups.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Create offer" }).click();
    await page.getByRole("heading", { level: 1, name: "Create offer" }).waitFor();
    await button(page, "Create offer").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Pro");
    await expect.poll(() => page.getByLabel("ID", { exact: true }).inputValue()).toBe("pro");
    await page.getByRole("combobox", { name: "Group" }).selectOption({ label: "Plans" });
    await page.getByLabel("Amount in USD").fill("9.999");
    await button(page, "Include item").click();
    await page.getByLabel("Quantity", { exact: true }).fill("100");
    await page.getByLabel("Again every", { exact: true }).fill("1");
    await page.getByRole("combobox", { name: "Expires" }).selectOption({ label: "When it is given again" });
    await button(page, "Create offer").click();
    await page.getByText("USD has at most 2 decimals.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isFineOnPhone(page)).toBe(true);
    await page.getByLabel("Amount in USD").fill("9.99");
    await page.getByRole("combobox", { name: "Add a currency" }).selectOption({ label: "EUR" });
    await page.getByLabel("Amount in EUR").fill("9");
    await page.getByLabel("Free trial", { exact: true }).fill("7");
    await button(page, "Create offer").click();
    await page.waitForURL("**/payments/offers/pro");
    await page.getByRole("heading", { level: 1, name: "Pro" }).waitFor();
    expect(await payments()).toMatchObject({
      items: { credits: { displayName: "Credits", customerType: "user", lowBalanceThreshold: 10 } },
      groups: { plans: { displayName: "Plans" } },
      offers: {
        pro: {
          ...{ displayName: "Pro", customerType: "user", groupId: "plans", freeTrial: [7, "day"], stackable: false },
          prices: { monthly: { USD: "9.99", EUR: "9", interval: [1, "month"] } },
          includedItems: { credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" } },
        },
      },
    });
    await button(page, "Show as code").click();
    await page.getByText('"payments.offers.pro": {', { exact: false }).waitFor();
    await button(page, "Done").click();

    await page.getByRole("link", { name: "Catalogue" }).click();
    const offers = page.getByRole("list", { name: "Offers" });
    await offers.getByText("$9.99 / month or €9.00 / month").waitFor();
    await offers.getByText("Includes 100 × Credits").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isFineOnPhone(page)).toBe(true);
  });

  it("asks before what was changed in an offer is lost, and saves what stays", async ({ expect }) => {
    const { page, payments } = await openCatalogue(catalogue);
    await page.getByRole("link", { name: "Basic" }).click();
    await page.getByRole("heading", { level: 1, name: "Basic" }).waitFor();
    await button(page, "Add price").click();
    await page.getByLabel("Amount in USD").nth(1).fill("50");
    await page.getByLabel("Paid every", { exact: true }).nth(1).fill("1");
    await page.getByRole("combobox", { name: "Unit of Paid every" }).nth(1).selectOption({ label: "Years" });
    await page.getByRole("link", { name: "Catalogue" }).click();
    await button(page, "Stay").click();
    await expect.poll(() => page.getByLabel("Amount in USD").nth(1).inputValue()).toBe("50");
    await button(page, "Save changes").click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await payments()).toMatchObject({
      offers: {
        basic: {
          groupId: "plans",
          prices: { monthly: { USD: "5", interval: [1, "month"] }, yearly: { USD: "50", interval: [1, "year"] } },
        },
      },
    });

    await page.getByLabel("Free, and included by default").check();
    await page.getByRole("combobox", { name: "Group" }).selectOption({ label: "No group" });
    await button(page, "Save changes").click();
    await page.getByText("Choose a group: customers without another offer of it have the free one.").waitFor();
    await page.getByRole("combobox", { name: "Group" }).selectOption({ label: "Plans" });
    await button(page, "Save changes").click();
    await button(page, "Discard").waitFor({ state: "detached" });
    expect(await payments()).toMatchObject({ offers: { basic: { prices: "include-by-default" } } });
  });

  it("asks before something is deleted, and takes it out of the offers that name it", async ({ expect }) => {
    const { page, payments } = await openCatalogue(catalogue);
    await button(page, "Delete Credits").click();
    const item = dialog(page, "Delete Credits?");
    await item.getByText("These offers then no longer include it:").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await item.getByRole("button", { name: "Delete" }).click();
    await item.waitFor({ state: "detached" });
    await button(page, "Delete Plans").click();
    await dialog(page, "Delete Plans?").getByRole("button", { name: "Delete" }).click();
    await dialog(page, "Delete Plans?").waitFor({ state: "detached" });
    await button(page, "Delete Basic").click();
    await dialog(page, "Delete Basic?").getByText("Extra").waitFor();
    await dialog(page, "Delete Basic?").getByRole("button", { name: "Delete" }).click();
    await dialog(page, "Delete Basic?").waitFor({ state: "detached" });
    const { offers, items, groups } = await payments();
    expect([items, groups]).toEqual([{}, {}]);
    expect(offers).toMatchObject({ extra: { isAddOnTo: false, includedItems: {} } });
    expect(Object.keys(offers)).toEqual(["extra"]);
  });

  it("tries an offer in test mode for a customer who is searched, here and on the purchase page", async ({
    expect,
  }) => {
    const { page, project } = await openCatalogue(catalogue);
    const { app } = project;
    await button(page, "Try Basic in test mode").click();
    await page.waitForURL("**/payments?part=catalogue&try=basic");
    const trial = dialog(page, "Try Basic in test mode");
    await trial.getByText("There are no customers yet.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await trial.getByRole("button", { name: "Buy in test mode" }).click();
    await trial.getByText("Choose a customer.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const ada = await app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
    await app.createUser({ displayName: "Grace Hopper" });
    await page.reload();
    await trial.getByRole("radio", { name: "Grace Hopper" }).waitFor();
    await trial.getByRole("searchbox", { name: "Search users" }).fill("ada@");
    await trial.getByRole("radio", { name: "Grace Hopper" }).waitFor({ state: "detached" });
    await trial.getByRole("radio", { name: "Ada Lovelace" }).check();
    expect(await isFineOnPhone(page)).toBe(true);
    await trial.getByRole("button", { name: "Buy in test mode" }).click();
    const bought = dialog(page, "Bought in test mode");
    await bought.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await bought.getByRole("link", { name: "Open the customer" }).click();
    await page.waitForURL(`**/payments?part=customers&customer=${ada.id}`);
    await page.getByRole("list", { name: "Purchases" }).getByText("Basic").waitFor();

    await page.goto(`/projects/${project.id}/payments/offers/extra`);
    await button(page, "Try in test mode").click();
    const other = dialog(page, "Try Extra in test mode");
    await other.getByRole("radio", { name: "Ada Lovelace" }).check();
    await other.getByRole("radio", { name: "On the purchase page" }).check();
    await other.getByRole("button", { name: "Create link" }).click();
    const link = dialog(page, "Checkout link").getByRole("link", { name: "Open the purchase page" });
    await link.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.getByRole("button", { name: "Buy in test mode" }).click();
    await opened.getByText("Ada", { exact: false }).or(opened.getByRole("heading")).first().waitFor();
    await expect.poll(async () => (await ada.getItem("credits")).quantity).toBe(10);
  });

  it("opens the dialog that the address names, renames with it, and says that an offer is gone", async ({ expect }) => {
    const { page, payments, project } = await openCatalogue(catalogue);
    await page.goto(`/projects/${project.id}/payments?part=catalogue&item=credits`);
    const item = dialog(page, "Edit Credits");
    await item.getByLabel("Name").fill("Coins");
    await item.getByRole("button", { name: "Save changes" }).click();
    await item.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Items" }).getByText("Coins").waitFor();
    await button(page, "Edit Plans").click();
    const group = dialog(page, "Edit Plans");
    await group.getByLabel("Name").fill("Tiers");
    await group.getByRole("button", { name: "Save changes" }).click();
    await group.waitFor({ state: "detached" });
    const { items, groups } = await payments();
    expect([items, groups]).toMatchObject([{ credits: { displayName: "Coins" } }, { plans: { displayName: "Tiers" } }]);

    await page.getByRole("combobox", { name: "Browsers read" }).selectOption("own");
    await button(page, "Save changes").click();
    await button(page, "Discard").waitFor({ state: "detached" });
    expect(await payments()).toMatchObject({ clientItemReads: "own" });
    await page.goto(`/projects/${project.id}/payments/offers/constructor`);
    await page.getByRole("heading", { level: 1, name: "Offer not found" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
