import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { button, dialog, grant, openCustomers, purchases } from "./harness/customers";

const gatehouse = await sharedGatehouse();

describe("a customer", () => {
  it("is found, gets an offer in test mode, and has its subscription cancelled; an unknown one is not found", async ({
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
    await button(page, "Cancel subscription").click();
    const ending = dialog(page, "Cancel Plan?");
    await ending.getByText("The customer keeps it until", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await ending.getByRole("button", { name: "Cancel subscription" }).click();
    await purchases(page).filter({ hasText: "Cancelled" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const unknown = `customerType=team&customer=${crypto.randomUUID()}`;
    await page.goto(`/projects/${project.id}/payments?part=customers&${unknown}`);
    await page.getByRole("heading", { name: "Customer not found" }).waitFor();
  });
});
