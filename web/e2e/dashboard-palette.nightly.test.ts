import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";
import { active, field, palette } from "./harness/dashboard-sections";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let owner: Awaited<ReturnType<typeof newOwner>>;
let projectId: string;

beforeAll(async () => {
  owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  projectId = project.id;
  await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
  await owner.createProject({ displayName: "Bookshop", teamId: owner.selectedTeam?.id ?? "" });
});

/** The overview, with its navigation shown. */
async function openOverview(width = 1280): Promise<Page> {
  const page = await openSignedIn(browser, gatehouse, owner);
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`/projects/${projectId}/overview`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

describe("the command palette", () => {
  it("finds users by name and email, and other projects", async () => {
    const page = await openOverview();
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await field(page).fill("ada@ex");
    await palette(page)
      .getByRole("option", { name: /Ada Lovelace/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor();
    await page.keyboard.press("Control+k");
    await field(page).fill("books");
    await active(page, "Bookshop").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Bookshop" }).waitFor();
    await palette(page).waitFor({ state: "detached" });
  });

  it("moves through all that it lists with the arrow keys, and says when nothing is found", async ({ expect }) => {
    const page = await openOverview();
    await page.keyboard.press("Control+k");
    await palette(page).getByRole("option", { name: "Overview" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await active(page, "Overview").waitFor();
    await page.keyboard.press("ArrowDown");
    await active(page, "Users").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await active(page, "All projects").waitFor();
    await field(page).fill("nothing like this");
    await palette(page).getByText("Nothing found.", { exact: false }).waitFor();
    await expect.poll(() => active(page).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("opens a section below the fold of the sidebar, which shows it", async ({ expect }) => {
    const page = await openOverview();
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.keyboard.press("Control+k");
    await field(page).fill("audit");
    await active(page, "Audit log").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    const current = page.getByRole("navigation", { name: "Sections" }).locator("[aria-current=page]");
    const bottom = async () => {
      const box = await current.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(420);
  });

  it("finds sections and actions by what an owner would call them", async () => {
    const page = await openOverview();
    await page.keyboard.press("Control+k");
    for (const [query, name] of [
      ["logo", "Pages and appearance"],
      ["smtp", "Emails"],
      ["theme", "Use the dark theme"],
      ["language", "Language: Deutsch"],
      ["delete project", "Delete project"],
      ["docs", "Open the API reference"],
      ["csv", "Import users"],
      ["export", "Export users"],
      ["invite", "Invite an owner"],
      ["define", "Define a permission"],
      ["webhook endpoint", "Add a webhook endpoint"],
      ["send", "Send an email"],
      ["edit json", "Edit the configuration as JSON"],
    ] as const) {
      await field(page).fill(query);
      await palette(page).getByRole("option", { name, exact: true }).waitFor();
      await palette(page).getByRole("option", { name: "Overview" }).waitFor({ state: "detached" });
    }
  });

  it("opens in the list of projects as well, and creates a project by the keyboard alone", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.goto("/projects");
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).getByRole("option", { name: "Bookshop" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page).fill("nothing like this");
    await palette(page).getByText("Nothing found. Search for an action, or the name of a project.").waitFor();
    await field(page).fill("create");
    await active(page, "Create project").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/projects?create=true");
    await page.getByRole("dialog").getByLabel("Project name").fill("Bakery");
    await page.getByRole("dialog").getByLabel("Project name").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
    await page.getByRole("button", { name: "Switch project Bakery" }).waitFor();
  });
});
