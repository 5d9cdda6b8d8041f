import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openCatalogue } from "./harness/dashboard-payments";
import { button, dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the catalogue of a project", () => {
  it("begins empty, and gets an item, a group and an offer that includes the item", async ({ expect }) => {
    const { page, payments } = await openCatalogue(gatehouse);
    await page.getByText("No offers yet").waitFor();
    await page.getByText('createCheckoutUrl({ offerId: "pro" })', { exact: false }).waitFor();

    await button(page, "Create item").click();
    const items = dialog(page, "Create item");
    await items.getByLabel("ID").fill("2credits");
    await items.getByRole("button", { name: "Create item" }).click();
    await items.getByText("Start the ID with a letter or an underscore.").waitFor();
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
  });
});
