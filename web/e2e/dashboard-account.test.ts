import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the account of an owner", () => {
  it("opens from a section in their theme and language, and leads back to it", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    const { refreshToken } = await owner.currentSession.getTokens();
    const page = await openPage(browser, gatehouse.webUrl, undefined, "de-DE");
    const cookie = { name: "stack-refresh-internal", value: refreshToken ?? "", url: gatehouse.webUrl };
    await page.context().addCookies([cookie]);
    const shown = () =>
      page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme ?? "system"]);
    await page.goto(`/projects/${project.id}/audit-log?type=project.created`);
    // The texts of a section come by themselves, beside those of the frame.
    await page.getByLabel("Akteur-ID").waitFor();
    await page.getByRole("button", { name: "Kontomenü" }).click();
    await page.getByRole("menuitemradio", { name: "Dunkel" }).click();
    expect(await shown()).toEqual(["de-DE", "dark"]);
    const address = page.url();
    await page.getByRole("menuitem", { name: "Kontoeinstellungen" }).click();
    await page.getByRole("heading", { level: 1, name: "Kontoeinstellungen" }).waitFor();
    expect(await shown()).toEqual(["de-DE", "dark"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Zurück zu Gatehouse" }).click();
    await page.waitForURL(address);
    await page.locator("h1").waitFor();
    expect(await shown()).toEqual(["de-DE", "dark"]);
  });
});
