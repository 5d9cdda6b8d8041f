import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { filterBy, grant, openCatalogue, openPayments, purchases, rows } from "./harness/dashboard-payments";
import { button, dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the payments of a project, where no Stripe is configured", () => {
  it("lists purchases of test mode, with amounts, states and a link to the user, by type; says that it takes no payments; a customer is found, gets an offer and has a subscription cancelled", async ({
    expect,
  }) => {
    const { app, page, project } = await openPayments(gatehouse, /Failed to load resource.*404/);
    await page.getByRole("heading", { name: "No transactions yet" }).waitFor();
    await page.getByText('await user.createCheckoutUrl({ offerId: "pro" })', { exact: false }).waitFor();
    await page.getByText("This instance takes no payments", { exact: false }).waitFor();

    const ada = await app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
    for (const [offerId, priceId, quantity] of [
      ["plan", "monthly", 1],
      ["book", "once", 3],
    ] as const) {
      const [, , fullCode = ""] = new URL(await ada.createCheckoutUrl({ offerId })).pathname.split("/");
      await app.testModePurchase({ fullCode, priceId, quantity });
    }
    await page.reload();
    await rows(page).first().waitFor();
    const texts = (await rows(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
    expect(texts).toEqual([
      expect.stringMatching(`^3 × Book Test mode Ada Lovelace One-time purchase \\$37.50 `),
      expect.stringMatching(`^Plan Active Test mode Ada Lovelace Subscription \\$10.00 / month or €9.50 / month `),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await filterBy(page, "Subscriptions");
    await page.waitForURL("**/payments?type=subscription");
    await rows(page).filter({ hasText: "Book" }).waitFor({ state: "detached" });
    await expect.poll(() => rows(page).count()).toBe(1);
    await filterBy(page, "Item changes");
    await page.getByRole("heading", { name: "No such transactions" }).waitFor();
    await button(page, "Show all transactions").click();
    // A filter is added to those that are shown.
    await rows(page).first().waitFor();
    await filterBy(page, "Custom customers", "Customers");
    await page.waitForURL("**/payments?customerType=custom");
    await page.getByRole("heading", { name: "No such transactions" }).waitFor();
    await filterBy(page, "Users", "Customers");
    await rows(page).filter({ hasText: "Book" }).getByRole("link", { name: "Ada Lovelace" }).first().click();
    await page.waitForURL(`**/payments?part=customers&customer=${ada.id}`);
    await page.getByRole("heading", { level: 2, name: "Ada Lovelace" }).waitFor();

    await app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
    await page.getByRole("link", { name: "Find a customer" }).click();
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    await page.getByRole("searchbox", { name: "Search users" }).fill("grace@");
    await page.getByRole("link", { name: "Ada Lovelace" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Grace Hopper" }).click();
    await page.getByText("Nothing yet.", { exact: false }).waitFor();
    await (await grant(page, "Plan")).waitFor({ state: "detached" });
    await purchases(page).filter({ hasText: "Plan" }).filter({ hasText: "Test mode" }).waitFor();
    await button(page, "Cancel subscription").click();
    const ending = dialog(page, "Cancel Plan?");
    await ending.getByText("The customer keeps it until", { exact: false }).waitFor();
    await ending.getByRole("button", { name: "Cancel subscription" }).click();
    await purchases(page).filter({ hasText: "Cancelled" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const unknown = `customerType=team&customer=${crypto.randomUUID()}`;
    await page.goto(`/projects/${project.id}/payments?part=customers&${unknown}`);
    await page.getByRole("heading", { name: "Customer not found" }).waitFor();
  });
});

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
