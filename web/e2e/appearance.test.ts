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

async function openSettings() {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/settings`);
  const card = page.getByRole("region", { name: "Pages and appearance" });
  await card.waitFor();
  return { page, card, project };
}

describe("pages and appearance in the dashboard", () => {
  it("previews in both schemes what is not saved yet, and saves it for the hosted pages", async ({ expect }) => {
    const { page, card, project } = await openSettings();
    // Colours change at once then.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const preview = card.getByRole("img", { name: "Preview of the sign-in page on light devices" });
    const button = preview.getByText("Continue", { exact: true });
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colour();
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    expect(await colour()).toBe("rgb(255, 221, 0)");
    expect(before).not.toBe("rgb(255, 221, 0)");
    await card.getByRole("combobox", { name: "Corners" }).click();
    await page.getByRole("option", { name: "Square" }).click();
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
    await card.getByLabel("Support").fill("mailto:help@bakery.example");
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();

    const address = await card.getByText("/handler/sign-in?project_id=").textContent();
    expect(address).toBe(`${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`);
    await page.goto(address ?? "");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const shown = page.getByRole("button", { name: "Sign in", exact: true });
    expect(await shown.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(255, 221, 0)");
    await page.getByRole("link", { name: "Contact support" }).waitFor();
  });

  it("says at the field what cannot be saved", async ({ expect }) => {
    const { page, card } = await openSettings();
    await card.getByLabel("Accent colour", { exact: true }).fill("red");
    await card.getByLabel("Website").fill("javascript:alert(1)");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Write the colour as # and six digits, such as #1f5f4f.").waitFor();
    await card.getByText("Start the address with https://, such as https://example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
