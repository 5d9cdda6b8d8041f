import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

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
    await expect.poll(() => field.count()).toBe(0);

    await owner.createProject({ displayName: "Theatre", teamId, description: "Plays beside the cinema" });
    await page.reload();
    await field.fill("cinema");
    await page.waitForURL("**/projects?q=cinema");
    await cards.nth(2).waitFor({ state: "detached" });
    await expect.poll(() => cards.getByRole("link").allInnerTexts()).toEqual(["Theatre", "Cinema"]);
    await page.reload();
    await cards.nth(1).waitFor();
    await expect.poll(() => cards.count()).toBe(2);
    await expect.poll(() => field.inputValue()).toBe("cinema");
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await field.fill("museum");
    await page.getByRole("heading", { name: "No such projects" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all projects" }).click();
    await cards.nth(6).waitFor();
  });
});

describe("a project that was created", () => {
  it("has the focus in its page, not on the link that skips the navigation; a long name is cut in headings", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const page = await visitSignedIn(browser, gatehouse, owner, "/projects");
    await page.getByRole("button", { name: "Create project" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Anonymous users are on in a new project", { exact: false }).waitFor();
    const name = "Bakery ".repeat(40).trim();
    await dialog.getByLabel("Project name").fill(name);
    await dialog.getByRole("button", { name: "Create project" }).click();
    const heading = page.getByRole("heading", { level: 1, name });
    await heading.waitFor();
    await page.locator("main:focus").waitFor();
    await expect.poll(() => heading.getAttribute("title")).toBe(name);
    expect((await heading.boundingBox())?.height).toBeLessThan(80);
  });
});
