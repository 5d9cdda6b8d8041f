import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openOverview } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the overview of a project", () => {
  it("keeps the range and the list of users in the address", async ({ expect }) => {
    const { page } = await openOverview(gatehouse, ["Ada"]);
    // By clicks: the address checks them, after the event by which `check` would judge.
    await page.getByRole("radio", { name: "7 days" }).click({ force: true });
    await page.waitForURL("**/overview?days=7");
    await page.getByRole("radio", { name: "Active" }).click({ force: true });
    await page.waitForURL("**/overview?days=7&recent=active");
    await page.reload();
    await card(page, "Sign-ups").getByText("in the last 7 days").waitFor();
    await expect.poll(() => card(page, "Sign-ups").getByRole("table").getByRole("row").count()).toBe(8);
    await expect.poll(() => page.getByRole("radio", { name: "Active" }).isChecked()).toBe(true);
  });

  it("leads to the first user while there is none, and shows the numbers of the first without a reload", async ({
    expect,
  }) => {
    const { app, page } = await openOverview(gatehouse, []);
    await card(page, "Get started").waitFor();
    await card(page, "Recent users").getByText("No user has signed up yet.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await app.createUser({ displayName: "Ada" });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await card(page, "Recent users").getByRole("link", { name: "Ada" }).waitFor();
  });

  it("500: says that the numbers could not be read, beside everything else, and reads them again", async ({
    expect,
  }) => {
    const { page } = await openOverview(gatehouse, ["Ada"], "", /Failed to load resource|500/);
    await page.route("**/internal/metrics*", (route) => route.fulfill({ status: 500, body: "Down" }));
    await page.reload();
    await page.getByRole("heading", { name: "This could not be loaded" }).waitFor();
    await card(page, "Add Gatehouse to your app").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/internal/metrics*");
    await page.getByRole("button", { name: "Try again" }).click();
    await card(page, "Sign-ups").waitFor();
  });
});
