import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

async function openSettings(path: "settings" | "settings/configuration", tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bakery",
    teamId: owner.selectedTeam?.id ?? "",
    config: { oauthProviders: [{ id: "google", type: "standard", clientId: "client-1", clientSecret: "secret-1" }] },
  });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`, tolerated);
  return { page, project };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "Configuration as JSON" });

/** The whole document: the page itself has only the lines that are in sight, so it is copied. */
async function documentOf(page: Page): Promise<string> {
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
async function replace(page: Page, before: string | RegExp, after: string) {
  const text = await documentOf(page);
  await page.keyboard.insertText(text.replace(before, after));
}

describe("the settings of a project", () => {
  it("change its name, description and logo, and ask before what was typed is lost", async ({ expect }) => {
    const { page, project } = await openSettings("settings");
    const form = card(page, "Project");
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByLabel("Name", { exact: true }).fill("  ");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a name for the project.").waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Corner bakery");
    await form.getByLabel("Description").fill("Bread and cake");
    await form.getByLabel("Square logo", { exact: true }).fill("https://bakery.example/logo.png");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The project is saved.").waitFor();
    expect(await project.app.getProject()).toMatchObject({
      displayName: "Corner bakery",
      description: "Bread and cake",
    });
    await page.getByRole("button", { name: "Switch project Corner bakery" }).waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('displayName: "Corner bakery"', { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("the configuration as JSON", () => {
  it("is changed by its text, after a review of what changes", async ({ expect }) => {
    const { page, project } = await openSettings("settings/configuration");
    await editor(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await replace(page, '"allowSignUp": true', '"allowSignUp": false');
    await page.keyboard.press("Control+s");
    const review = page.getByRole("dialog", { name: "Save 1 change?" });
    const change = await review.getByRole("listitem").innerText();
    expect(change.split(/\s+/)).toEqual(["auth.allowSignUp", "−", "Before:", "true", "+", "After:", "false"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await review.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({
      auth: { allowSignUp: false, oauth: { providers: { google: { clientSecret: "secret-1" } } } },
    });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('"auth.allowSignUp": false', { exact: false }).waitFor();
  });

  it("400: shows what is wrong at its line, and keeps what was typed", async ({ expect }) => {
    const { page, project } = await openSettings("settings/configuration", /Failed to load resource/);
    await editor(page).waitFor();
    const saved = await project.getConfig();
    await replace(page, '"allowSignUp": true', '"allowSignUp": tru');
    await page.getByRole("button", { name: "Review changes" }).click();
    const alert = page.getByRole("alert");
    await alert.getByText("is not expected here", { exact: false }).waitFor();
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await expect.poll(selected).toContain('"allowSignUp": tru');
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    await replace(page, '"allowSignUp": tru', '"allowSignUp": "maybe"');
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
    await alert.getByText("auth.allowSignUp", { exact: false }).waitFor();
    await alert.getByRole("button", { name: /^Line / }).click();
    await expect.poll(selected).toContain('"allowSignUp": "maybe"');
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);
    expect(await project.getConfig()).toEqual(saved);

    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  });

  it("has no secret, and stores none of the dots that stand in their place", async ({ expect }) => {
    // Attack: a glance over an owner's shoulder. Nothing on the page has a secret that was set before.
    const { page, project } = await openSettings("settings/configuration");
    await editor(page).waitFor();
    expect(await documentOf(page)).toContain('"clientSecret": "••••••••"');
    expect(await page.content()).not.toContain("secret-1");
    await replace(page, /"google": \{/, '"github": {"type": "github", "clientSecret": "••••••••"},\n"google": {');
    await page.getByRole("button", { name: "Review changes" }).click();
    await page
      .getByRole("alert")
      .getByText("Type the secret of auth.oauth.providers.github", { exact: false })
      .waitFor();
    await replace(page, '"type": "github", "clientSecret": "••••••••"', '"type": "github", "clientSecret": "new-one"');
    await page.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Save 1 change?" });
    await expect.poll(() => review.innerText()).not.toContain("new-one");
    await review.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({
      auth: {
        oauth: { providers: { github: { clientSecret: "new-one" }, google: { clientSecret: "secret-1" } } },
      },
    });
    await page.getByRole("button", { name: "Show as code" }).click();
    const code = await page.getByRole("dialog").innerText();
    expect(code).toContain("process.env.CLIENT_SECRET");
    expect(code).not.toContain("new-one");
  });

  it("keeps what other owners change in the meantime", async ({ expect }) => {
    const { page, project } = await openSettings("settings/configuration");
    await editor(page).waitFor();
    await replace(page, '"allowSignUp": true', '"allowSignUp": false');
    await project.updateConfig({ "auth.passkey.allowSignIn": true });
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("dialog", { name: "Save 1 change?" }).getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({
      auth: { allowSignUp: false, passkey: { allowSignIn: true } },
    });
  });
});
