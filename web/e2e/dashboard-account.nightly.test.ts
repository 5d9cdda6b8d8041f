import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the account of an owner", () => {
  it("is shown in a language that they choose, whatever their browser's, also after a reload", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    const page = await openSignedIn(browser, gatehouse, owner, undefined, "de-DE");
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    const language = () => page.evaluate(() => document.documentElement.lang);
    await page.goto(`/projects/${project.id}/api-keys`);
    await page.getByRole("button", { name: "Kontomenü" }).click();
    await page.getByRole("menuitem", { name: "Sprache" }).click();
    const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
    await expect.poll(() => dialog("Sprache").getByRole("radio", { name: "Wie der Browser" }).isChecked()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    // By a click: it is checked once the change is under way, after the event by which `check` would judge.
    await dialog("Sprache").getByRole("radio", { name: "Français" }).click();
    await heading("Clés d’API").waitFor();
    await dialog("Langue").getByRole("button", { name: "Terminé" }).click();
    await page.reload();
    await heading("Clés d’API").waitFor();
    expect(await language()).toBe("fr-FR");
    // A section that is opened in between has its texts in the language that comes back.
    await page.getByRole("link", { name: "Équipes" }).click();
    await heading("Équipes").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Recherche et commandes" }).fill("language nav");
    await page.getByRole("option", { name: "Langue : Comme le navigateur" }).click();
    await page.getByText("Teams", { exact: true }).first().waitFor();
    expect(await language()).toBe("de-DE");
    await page.getByRole("link", { name: "API-Schlüssel" }).click();
    await heading("API-Schlüssel").waitFor();
  });
});
