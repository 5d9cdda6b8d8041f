import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { button, dialog, openCustomers, purchases } from "./harness/customers";

const gatehouse = await sharedGatehouse();

async function grant(page: Page, name: string, units?: string) {
  await button(page, "Grant in test mode").click();
  const open = dialog(page, "Grant in test mode");
  await open.getByRole("combobox", { name: "Offer" }).selectOption({ label: name });
  if (units) await open.getByLabel("Units").fill(units);
  await open.getByRole("button", { name: "Grant offer" }).click();
  return open;
}

describe("a customer", () => {
  it("is found, gets an offer in test mode, and has its subscription cancelled, resumed and switched; an unknown one is not found", async ({
    expect,
  }) => {
    const { ada, page, project } = await openCustomers(gatehouse, /Failed to load resource/);
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    await page.getByRole("searchbox", { name: "Search users" }).fill("ada@");
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
    await page.waitForURL(`**/payments?part=customers&customer=${ada.id}`);
    await page.getByText("Nothing yet.", { exact: false }).waitFor();

    await (await grant(page, "Plan")).waitFor({ state: "detached" });
    await purchases(page).filter({ hasText: "Plan" }).filter({ hasText: "Test mode" }).waitFor();
    await (await grant(page, "Book", "3")).waitFor({ state: "detached" });
    await purchases(page).filter({ hasText: "3 × Book" }).filter({ hasText: "$37.50" }).waitFor();
    await page.getByRole("list", { name: "Item balances" }).getByText("15", { exact: true }).waitFor();
    expect((await ada.getItem("credits")).quantity).toBe(15);
    const again = await grant(page, "Plan");
    await again.getByText("Customer already has a subscription", { exact: false }).waitFor();
    await again.getByRole("button", { name: "Cancel" }).click();

    await button(page, "Cancel subscription").click();
    const ending = dialog(page, "Cancel Plan?");
    await ending.getByText("The customer keeps it until", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await ending.getByRole("button", { name: "Cancel subscription" }).click();
    await purchases(page).filter({ hasText: "Cancelled" }).waitFor();
    await button(page, "Resume subscription").click();
    await dialog(page, "Resume Plan?").getByRole("button", { name: "Resume subscription" }).click();
    await purchases(page).filter({ hasText: "Active" }).waitFor();

    await button(page, "Change plan").click();
    const plans = dialog(page, "Change plan");
    await plans.getByText("$100.00 / year").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await plans.getByRole("button", { name: "Change plan" }).click();
    await purchases(page).filter({ hasText: "Premium" }).filter({ hasText: "Active" }).waitFor();
    await purchases(page).filter({ hasText: "Plan" }).filter({ hasText: "Ended" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const unknown = `customerType=team&customer=${crypto.randomUUID()}`;
    await page.goto(`/projects/${project.id}/payments?part=customers&${unknown}`);
    await page.getByRole("heading", { name: "Customer not found" }).waitFor();
  });
});
