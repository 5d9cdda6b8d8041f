import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

async function openOverview(names: readonly string[], search = "", tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  for (const name of names) {
    const email = { primaryEmail: `${name.toLowerCase()}@example.com`, primaryEmailAuthEnabled: true };
    await project.app.createUser({ displayName: name, ...email, password: "analytical engine" });
  }
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/overview${search}`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Bakery" }).waitFor();
  return { app: project.app, page };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("the overview of a project", () => {
  it("shows its numbers, and those of a day to the arrow keys and the pointer", async ({ expect }) => {
    const { page } = await openOverview(["Ada", "Grace", "Karen"]);
    const signUps = card(page, "Sign-ups");
    await expect.poll(() => signUps.getByRole("paragraph").first().innerText()).toMatch(/^3\s+in the last 30 days$/);
    const chart = signUps.getByRole("slider", { name: "Day of Sign-ups" });
    await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/: 3 sign-ups$/);
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    await signUps.getByText("0 sign-ups", { exact: true }).waitFor();
    await page.keyboard.press("End");
    await signUps.getByText("3 sign-ups", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await signUps.getByText("3 sign-ups", { exact: true }).waitFor({ state: "detached" });
    await chart.hover();
    await signUps.getByText("0 sign-ups", { exact: true }).waitFor();
    await expect.poll(() => signUps.getByRole("table", { name: "Sign-ups" }).getByRole("row").count()).toBe(31);

    const methods = card(page, "Sign-in methods").getByRole("listitem");
    expect((await methods.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual(["Password 3 100%"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await card(page, "Recent users").getByRole("link", { name: "Karen" }).click();
    await page.getByRole("heading", { level: 1, name: "Karen" }).waitFor();
    await page.goBack();
    await methods.getByRole("link", { name: "Password" }).click();
    await page.waitForURL("**/users?method=password");
    await page.getByRole("button", { name: "Sign-in method: Password" }).waitFor();
  });

  it("keeps the range and the list of users in the address", async ({ expect }) => {
    const { page } = await openOverview(["Ada"]);
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
    const { app, page } = await openOverview([]);
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
    const { page } = await openOverview(["Ada"], "", /Failed to load resource|500/);
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
