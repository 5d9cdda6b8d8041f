import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { catalogue, openCatalogue } from "./harness/dashboard-payments";
import { button, dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the catalogue of a project", () => {
  it("is accessible while it is empty, with what is wrong, and with offers", async ({ expect }) => {
    const { page, project } = await openCatalogue(gatehouse);
    await page.getByText("No offers yet").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Create item").click();
    await dialog(page, "Create item").getByLabel("ID").fill("2credits");
    await dialog(page, "Create item").getByRole("button", { name: "Create item" }).click();
    await dialog(page, "Create item").getByText("Start the ID with a letter or an underscore.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await project.updateConfig(catalogue as never);
    await page.goto(`/projects/${project.id}/payments?part=catalogue`);
    await page.getByRole("list", { name: "Offers" }).getByText("Basic").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("asks before what was changed in an offer is lost, and saves what stays", async ({ expect }) => {
    const { page, payments } = await openCatalogue(gatehouse, catalogue);
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
    const { page, payments } = await openCatalogue(gatehouse, catalogue);
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
    const { page, project } = await openCatalogue(gatehouse, catalogue);
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
    expect(await accessibilityProblems(page)).toEqual([]);
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
    const { page, payments, project } = await openCatalogue(gatehouse, catalogue);
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

    await page.getByRole("combobox", { name: "Browsers read and buy for" }).selectOption("own");
    await button(page, "Save changes").click();
    await button(page, "Discard").waitFor({ state: "detached" });
    expect(await payments()).toMatchObject({ clientItemReads: "own" });
    await page.goto(`/projects/${project.id}/payments/offers/constructor`);
    await page.getByRole("heading", { level: 1, name: "Offer not found" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
