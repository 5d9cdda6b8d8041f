import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { active, field, palette } from "./harness/dashboard-sections";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the command palette", () => {
  it("goes to a section by the keyboard alone, and opens by a button on phones, to which Escape returns the focus", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
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
