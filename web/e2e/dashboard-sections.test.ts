import { beforeAll, describe, it } from "vitest";
import { newOwnedProject, newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sections } from "../dashboard/shell/sections";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser, visitSignedIn } from "./harness/browser";
import { describeBudgets, newPagesProject, type PagesProject, pages } from "./harness/dashboard-pages";
import { active, field, palette } from "./harness/dashboard-sections";
import { networkIdle } from "./harness/network-idle";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the sections of the dashboard", () => {
  it("are reached by their links, and print no error", async ({ expect }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.goto(`/projects/${project.id}/owners`);
    const navigation = page.getByRole("navigation", { name: "Sections" });
    for (const { to, label } of sections) {
      await navigation.getByRole("link", { name: label, exact: true }).click();
      await page.waitForURL(`**/projects/${project.id}/${to.split("/").at(-1)}`);
      // The page that is left stays until the code of the next one has arrived.
      await expect.poll(() => page.title()).toBe(`${label} · Acme · Gatehouse`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    }
    await networkIdle(page);
  });
});

describe("the command palette", () => {
  it("goes to a section by the keyboard alone, and opens by a button on phones, to which Escape returns the focus", async ({
    expect,
  }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
    const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/overview`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await field(page).and(page.locator(":focus")).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The list scrolls, at which the Tab key stops.
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    const list = page.getByRole("listbox").and(page.locator(":focus"));
    expect(await list.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await field(page).focus();
    // The backdrop of a dialog leaves out the gutter of the scroll bar, whose colour is that of the document.
    const colours = await page.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(colours).toEqual([expect.stringMatching(/^color\(srgb /), "rgb(245, 243, 238)"]);
    await field(page).fill("paym");
    await active(page, "Payments").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/projects/${project.id}/payments`);
    await palette(page).waitFor({ state: "hidden" });

    await page.setViewportSize({ width: 390, height: 800 });
    const button = page.getByRole("button", { name: "Search", exact: true });
    await button.click();
    await field(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "hidden" });
    await button.and(page.locator(":focus")).waitFor();
  });
});

let project: PagesProject;

beforeAll(async () => {
  project = await newPagesProject(gatehouse);
});

const heaviest = "the editor of a theme";

describeBudgets(
  gatehouse,
  Object.entries(pages).filter(([name]) => name === heaviest),
  () => project,
);

describe("an address that no page has", () => {
  it("of an unknown project, or another owner's, says so and leads to the list of projects", async ({ expect }) => {
    const other = await newOwner(gatehouse);
    const theirs = await other.createProject({ displayName: "Theirs", teamId: other.selectedTeam?.id ?? "" });
    // Browsers print refused requests.
    const page = await openSignedIn(browser, gatehouse, project.owner, /Failed to load resource/);
    for (const id of ["nonsense", crypto.randomUUID(), theirs.id]) {
      await page.goto(`/projects/${id}/users`);
      await page.getByRole("heading", { name: "Project not found" }).waitFor();
      await expect.poll(() => page.getByText("Theirs").count()).toBe(0);
      if (id === theirs.id) expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("link", { name: "All projects", exact: true }).click();
      await page.getByRole("link", { name: "Acme" }).waitFor();
    }
  });
});
