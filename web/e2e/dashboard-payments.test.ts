import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { filterBy, grant, openPayments, purchases, rows } from "./harness/dashboard-payments";
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
