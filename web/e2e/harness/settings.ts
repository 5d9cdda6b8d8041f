import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openSettings(
  gatehouse: Gatehouse,
  path: "settings" | "settings/configuration",
  tolerated?: RegExp,
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bakery",
    teamId: owner.selectedTeam?.id ?? "",
    config: { oauthProviders: [{ id: "google", type: "standard", clientId: "client-1", clientSecret: "secret-1" }] },
  });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`, tolerated);
  return { page, project };
}

export const editor = (page: Page) => page.getByRole("textbox", { name: "Configuration as JSON" });

/** The whole document: the page itself has only the lines that are in sight, so it is copied. */
export async function documentOf(page: Page): Promise<string> {
  await page.locator(".cm-content").waitFor();
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  return editor(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData("text/plain");
  });
}

/** Edits the document as a person would: by its text. */
export async function replace(page: Page, before: string | RegExp, after: string) {
  const text = await documentOf(page);
  await page.keyboard.insertText(text.replace(before, after));
}
