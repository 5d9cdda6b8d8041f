import type { Browser, Page } from "playwright-core";
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

async function openMethods(tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/sign-in-methods`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Sign-in methods" }).waitFor();
  const config = async () => (await project.app.getProject()).config;
  return { page, config, project, owner };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("the sign-in methods of a project", () => {
  it("are switched at once, for every app", async ({ expect }) => {
    const { page, config } = await openMethods();
    expect(await accessibilityProblems(page)).toEqual([]);
    const method = card(page, "Methods").getByRole("switch", { name: "Passkey" });
    expect([await method.getAttribute("aria-checked"), (await config()).passkeyEnabled]).toEqual(["false", false]);
    await method.click();
    await card(page, "Methods").locator("[role=switch][aria-checked=true][aria-busy=false]").last().waitFor();
    await expect.poll(async () => (await config()).passkeyEnabled).toBe(true);
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('"auth.passkey.allowSignIn": true', { exact: false }).waitFor();
  });

  it("400: switch back, with the reason, where a change fails", async ({ expect }) => {
    const { page } = await openMethods(/Failed to load resource/);
    await page.route("**/config/override", (route) => route.fulfill({ status: 400, body: "That is not possible." }));
    const method = card(page, "Methods").getByRole("switch", { name: "Passkey" });
    await method.click();
    await page.getByText("That is not possible.").waitFor();
    await card(page, "Methods").locator("[role=switch][aria-busy=true]").waitFor({ state: "detached" });
    expect(await method.getAttribute("aria-checked")).toBe("false");
  });
});

describe("the providers of a project", () => {
  it("are added with shared keys, get own keys, and are removed; a dialog has an address", async ({ expect }) => {
    const { page, config } = await openMethods();
    await page.getByRole("button", { name: "Add Google" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Add Google" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Edit Google" }).waitFor();
    expect((await config()).oauthProviders).toEqual([expect.objectContaining({ id: "google", type: "shared" })]);

    await page.getByRole("button", { name: "Edit Google" }).click();
    await page.waitForURL("**/sign-in-methods?provider=google");
    await page.reload();
    await dialog.getByRole("combobox", { name: "Keys" }).selectOption({ label: "Own keys" });
    await dialog
      .getByText("/api/v1/auth/oauth/callback/google", { exact: false })
      .or(dialog.getByLabel("Callback URL", { exact: false }))
      .first()
      .waitFor();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByText("Enter the client ID that Google shows.").waitFor();
    await dialog.getByLabel("Client ID").fill("client-1");
    await dialog.getByLabel("Client secret", { exact: true }).fill("secret-1");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await config()).oauthProviders).toEqual([
      expect.objectContaining({ id: "google", type: "standard", clientId: "client-1", clientSecret: "secret-1" }),
    ]);

    // Attack: a glance over an owner's shoulder, or a script of an extension. The page never has the secret.
    await page.getByRole("button", { name: "Edit Google" }).click();
    await dialog.getByText("Is set. What you type here takes its place.").waitFor();
    expect(await page.content()).not.toContain("secret-1");
    await dialog.getByRole("button", { name: "Remove Google" }).click();
    await page.getByRole("button", { name: "Add Google" }).waitFor();
    expect((await config()).oauthProviders).toEqual([]);
  });
});

describe("the settings of sessions", () => {
  it("are saved together, say what they take, and ask before they are lost", async ({ expect }) => {
    const { page, project } = await openMethods();
    const sessions = card(page, "Sessions");
    await sessions.getByLabel("Sessions of one user").fill("1000");
    await sessions.getByRole("button", { name: "Save changes" }).click();
    await sessions.getByText("Enter a whole number from 1 to 100.").waitFor();
    await sessions.getByLabel("Sessions of one user").fill("5");
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    expect(await sessions.getByLabel("Sessions of one user").inputValue()).toBe("5");
    await page.keyboard.press("Control+s");
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({ auth: { sessions: { maxPerUser: 5 } } });
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Domains" }).waitFor();
  });
});
