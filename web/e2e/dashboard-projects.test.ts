import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { launchBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;

beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop()]));

describe("the list of projects", () => {
  it("is searched where it is long, by an address", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const teamId = owner.selectedTeam?.id ?? "";
    for (const displayName of ["Bakery", "Brewery", "Cinema", "Florist", "Garage", "Library"]) {
      await owner.createProject({ displayName, teamId });
    }
    const page = await visitSignedIn(browser, gatehouse, owner, "/projects");
    const cards = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
    await cards.nth(5).waitFor();
    const field = page.getByLabel("Search by name, description or ID");
    expect(await field.count()).toBe(0);

    await owner.createProject({ displayName: "Theatre", teamId, description: "Plays beside the cinema" });
    await page.reload();
    await field.fill("cinema");
    await page.waitForURL("**/projects?q=cinema");
    await cards.nth(2).waitFor({ state: "detached" });
    expect(await cards.getByRole("link").allInnerTexts()).toEqual(["Theatre", "Cinema"]);
    await page.reload();
    await cards.nth(1).waitFor();
    expect(await cards.count()).toBe(2);
    expect(await field.inputValue()).toBe("cinema");
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await field.fill("museum");
    await page.getByRole("heading", { name: "No such projects" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all projects" }).click();
    await cards.nth(6).waitFor();
  });
});
