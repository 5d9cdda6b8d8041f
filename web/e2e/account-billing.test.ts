import { beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { billingOf, buyInTestMode, type Owner, ofUser, row, rows, sell } from "./harness/account-billing";
import { button, dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

async function subscribed(offer = ["basic", "monthly"] as const): Promise<Owner> {
  const owner = await newOwner(gatehouse);
  await buyInTestMode(gatehouse, ofUser(owner), offer);
  return owner;
}

beforeAll(() => sell(gatehouse));

describe("billing in account settings", () => {
  it("shows what was bought in test mode, cancels after a confirmation, resumes, and changes to another plan", async ({
    expect,
  }) => {
    const owner = await subscribed();
    await buyInTestMode(gatehouse, ofUser(owner), ["book", "once"], 3);
    const page = await billingOf(gatehouse, owner);
    const shown = /Basic\s+Active\s+Test mode\s+\$9\.90 \/ month\s+Ends on \w+ \d+, \d{4}\./;
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(shown);
    await expect.poll(() => rows(page, "Subscriptions").count()).toBe(1);
    const books = /3 × Book\s+Test mode\s+Bought on \w+ \d+, \d{4}\.\s+\$37\.50/;
    await expect.poll(() => rows(page, "One-time purchases").innerText()).toMatch(books);
    await button(page, "Cancel subscription").click();
    await dialog(page)
      .getByText(/^It stays until \w+ \d+, \d{4}, and is not renewed\./)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Keep subscription").click();
    await dialog(page).waitFor({ state: "detached" });
    await button(page, "Cancel subscription").click();
    await dialog(page).getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("Basic is cancelled.").waitFor();
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(/Basic\s+Cancelled/);
    await button(page, "Resume subscription").click();
    await dialog(page).getByRole("button", { name: "Resume subscription" }).click();
    await page.getByText("Basic goes on.").waitFor();
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(/Basic\s+Active/);
    await button(page, "Change plan").click();
    await dialog(page).getByText("Now: Basic, $9.90 / month").waitFor();
    const plans = dialog(page).getByRole("group", { name: "New plan" });
    const prices = await plans.locator("label").allInnerTexts();
    expect(prices.map((text) => text.replaceAll(/\s+/g, " "))).toEqual(["Pro $20.00 / month", "Pro $199.00 / year"]);
    await plans.getByText("$199.00 / year").click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Change plan" }).click();
    await page.getByText("The plan is Pro now.").waitFor();
    await expect.poll(() => row(page, "Pro").innerText()).toMatch(/Pro\s+Active\s+Test mode\s+\$199\.00 \/ year/);
    await page.getByText("Ended subscriptions").click();
    await expect.poll(() => rows(page, "Ended subscriptions").innerText()).toMatch(/Basic\s+Ended/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
