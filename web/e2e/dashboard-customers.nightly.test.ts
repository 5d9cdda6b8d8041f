import { afterAll, beforeAll, describe, it } from "vitest";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { startStripe } from "../../scripts/testing/stripe-service";
import { accessibilityProblems } from "./harness/accessibility";
import { stripeVars } from "./harness/account-billing";
import { grant, openCustomers, purchases } from "./harness/dashboard-payments";
import { button, dialog } from "./harness/locators";

const [gatehouse, stripe] = await Promise.all([startGatehouse({ site: true }), startStripe()]);
afterAll(() => Promise.all([gatehouse.stop(), stripe.stop()]));

describe("a customer", () => {
  it("gets an offer in test mode, and has its subscription cancelled, resumed and switched", async ({ expect }) => {
    const { ada, page } = await openCustomers(gatehouse, /Failed to load resource/);
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
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
  });

  it("has more or less of an item, with a reason that the transactions show", async ({ expect }) => {
    const { ada, page } = await openCustomers(gatehouse, /Failed to load resource/);
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
    const change = async (quantity: string, reason = "") => {
      await button(page, "Change the quantity of Credits").click();
      const open = dialog(page, "Change the quantity of Credits");
      await open.getByLabel("Quantity to add").fill(quantity);
      await open.getByLabel("Reason").fill(reason);
      return open;
    };
    const balance = page.getByRole("list", { name: "Item balances" });
    const added = await change("20", "A present");
    await added.getByLabel("Until").fill("2020-01-01T00:00");
    await added.getByRole("button", { name: "Change quantity" }).click();
    await added.getByText("Choose a time in the future.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await added.getByLabel("Until").fill("");
    await added.getByRole("button", { name: "Change quantity" }).click();
    await balance.getByText("20", { exact: true }).waitFor();

    const taken = await change("-25");
    await taken.getByRole("button", { name: "Change quantity" }).click();
    await taken.getByText("The customer does not have that much.").waitFor();
    await taken.getByLabel("Allow less than nothing").check();
    await taken.getByRole("button", { name: "Change quantity" }).click();
    await balance.getByText("-5", { exact: true }).waitFor();
    expect((await ada.getItem("credits")).quantity).toBe(-5);
    await button(page, "Show as code").click();
    await page.getByText("await item.decreaseQuantity(25);", { exact: false }).waitFor();
    await button(page, "Done").click();
    await page.getByRole("link", { name: "Overview" }).last().click();
    const rows = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
    await rows.filter({ hasText: "+20 Credits" }).filter({ hasText: "A present" }).waitFor();
    await rows.filter({ hasText: "−25 Credits" }).waitFor();
  });

  it("is a team, or a customer that the backend names, and gets a link to buy", async ({ expect }) => {
    const { app, page, team, project } = await openCustomers(gatehouse);
    await page.getByText("Teams", { exact: true }).last().click();
    await page.getByRole("link", { name: "Analysts" }).click();
    await page.waitForURL(`**/payments?part=customers&customerType=team&customer=${team.id}`);
    await button(page, "Create checkout link").click();
    await dialog(page, "Create checkout link").getByRole("button", { name: "Create link" }).click();
    const link = await dialog(page, "Checkout link").getByRole("status", { name: "Checkout link" }).innerText();
    expect(link).toMatch(new RegExp(`^${gatehouse.webUrl}/purchase/`));
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Done").click();
    const [, , fullCode = ""] = new URL(link).pathname.split("/");
    await app.testModePurchase({ fullCode, priceId: "monthly", quantity: 1 });

    await page.getByRole("link", { name: "Find a customer" }).click();
    await page.getByText("Custom customers", { exact: true }).click();
    await button(page, "Show customer").click();
    await page.getByText("Enter the ID of the customer.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Customer ID").fill("42");
    await button(page, "Show customer").click();
    await page.getByRole("region", { name: "Customer", exact: true }).getByRole("heading", { name: "42" }).waitFor();
    await page.getByText("There is no offer for such customers yet.", { exact: false }).waitFor();
    await page.reload();
    await page.getByRole("list", { name: "Item balances" }).getByText("Coins").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`/projects/${project.id}/payments`);
    const rows = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
    await rows.filter({ hasText: "Studio" }).getByRole("link", { name: "Analysts" }).locator("visible=true").click();
    await purchases(page).filter({ hasText: "Studio" }).waitFor();
  });

  it("who does not exist is not found", async ({ expect }) => {
    const { page, project } = await openCustomers(gatehouse, /Failed to load resource/);
    for (const customer of ["unknown", crypto.randomUUID()]) {
      for (const type of ["user", "team"]) {
        await page.goto(`/projects/${project.id}/payments?part=customers&customerType=${type}&customer=${customer}`);
        await page.getByRole("heading", { name: "Customer not found" }).waitFor();
      }
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("a customer of a project that has no account at Stripe yet", () => {
  beforeAll(() => gatehouse.restart(stripeVars(stripe)));

  it("gets no link, and what to do first is said", async () => {
    const { page } = await openCustomers(gatehouse, /Failed to load resource/);
    await page.getByRole("link", { name: "Ada Lovelace" }).click();
    await button(page, "Create checkout link").click();
    const open = dialog(page, "Create checkout link");
    await open.getByRole("button", { name: "Create link" }).click();
    await open.getByText("Set up payments in the overview first.", { exact: false }).waitFor();
  });
});
