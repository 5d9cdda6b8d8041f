import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { openAppearance, openSignInMethods } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the sign-in methods of a project", () => {
  it("can be tried on the hosted page, with the advice of a private window", async ({ expect }) => {
    const { page, project } = await openSignInMethods(gatehouse);
    await page.getByRole("button", { name: "Try the sign-in" }).click();
    const dialog = page.getByRole("dialog", { name: "Try the sign-in" });
    await dialog.getByText("in a private window", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const link = dialog.getByRole("link", { name: "Open in a new tab" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toBe(`${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`);
  });

  it("say how many users have one before it goes off", async ({ expect }) => {
    const { page, project, config } = await openSignInMethods(gatehouse);
    await project.app.createUser({ primaryEmail: "ada@example.com", password: "analytical engine" });
    const method = card(page, "Methods").getByRole("switch", { name: "Password" });
    await method.click();
    const dialog = page.getByRole("dialog", { name: "Switch off “Password”?" });
    await dialog.getByText("1 user has this method. Users who have no other", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect([await method.getAttribute("aria-checked"), (await config()).credentialEnabled]).toEqual(["true", true]);
    await method.click();
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await dialog.waitFor({ state: "detached" });
    expect([await method.getAttribute("aria-checked"), (await config()).credentialEnabled]).toEqual(["false", false]);
  });

  it("warn once the last one is switched off", async () => {
    const { page } = await openSignInMethods(gatehouse);
    const warning = page.getByText("No method is switched on: users cannot sign in or sign up.");
    await card(page, "Methods").getByRole("switch", { name: "Password" }).click();
    await warning.waitFor();
    await card(page, "Methods").getByRole("switch", { name: "Passkey" }).click();
    await warning.waitFor({ state: "detached" });
  });
});

describe("the scopes of a provider", () => {
  it("are shown, and with own keys more can be requested at every sign-in", async ({ expect }) => {
    const { page, project } = await openSignInMethods(gatehouse);
    await page.getByRole("button", { name: "Add GitHub" }).click();
    const dialog = page.getByRole("dialog");
    // The open dialog is part of the address.
    await page.waitForURL("**/sign-in-methods?provider=github");
    await page.reload();
    const scopes = dialog.getByRole("list", { name: "Scopes of every sign-in" });
    await scopes.waitFor();
    await expect.poll(() => scopes.getByRole("listitem").allTextContents()).toEqual(["user:email"]);
    await dialog.getByRole("combobox", { name: "Keys" }).selectOption({ label: "Own keys" });
    await dialog.getByLabel("Client ID").fill("client-1");
    await dialog.getByLabel("Client secret", { exact: true }).fill("secret-1");
    await dialog.getByLabel("More scopes").fill('repo "x"');
    await dialog.getByRole("button", { name: "Add GitHub" }).click();
    await dialog.getByText("It must be scopes separated by single spaces.").waitFor();
    await dialog.getByLabel("More scopes").fill("repo, read:org");
    await dialog.getByRole("button", { name: "Add GitHub" }).click();
    await dialog.waitFor({ state: "detached" });
    const { auth } = (await project.getConfig()) as { auth: { oauth: { providers: Record<string, unknown> } } };
    expect(auth.oauth.providers.github).toMatchObject({ isShared: false, scopes: "repo read:org" });
  });
});

describe("the rules of passwords and second factors", () => {
  it("are those of the hosted pages as soon as they are saved", async ({ expect }) => {
    const { page, project } = await openSignInMethods(gatehouse);
    await page.getByRole("link", { name: "Passwords and protection" }).click();
    const passwords = card(page, "Passwords");
    await passwords.getByLabel("Shortest password").fill("6");
    await passwords.getByRole("button", { name: "Save changes" }).click();
    await passwords.getByText("Enter a whole number from 8 to 64.").waitFor();
    await passwords.getByLabel("Shortest password").fill("12");
    await passwords.getByRole("combobox", { name: "Known passwords" }).selectOption({ label: "Refuse" });
    await passwords.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    const app = card(page, "Two-step verification").getByRole("switch", {
      name: "Users may set up an authenticator app",
    });
    await app.click();
    await card(page, "Two-step verification").locator("[aria-checked=false][aria-busy=false]").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await project.getConfig()).toMatchObject({
      auth: { password: { minLength: 12, knownPasswords: "refuse" }, totp: { allowSetUp: false } },
    });

    const pages = await openPage(browser, gatehouse.webUrl);
    await pages.goto(`/handler/sign-up?project_id=${project.id}`);
    await pages.getByText("At least 12 characters").waitFor();
    await pages.getByLabel("Email").fill(newAddress("customer"));
    await pages.getByLabel("Password", { exact: true }).fill("k7#Zq2wmP");
    await pages.getByRole("button", { name: "Create account" }).click();
    await pages.getByText("Use at least 12 characters.").waitFor();
    await pages.getByLabel("Password", { exact: true }).fill("k7#Zq2wmPx9!");
    await pages.getByRole("button", { name: "Create account" }).click();
    await pages.waitForURL((url) => !url.pathname.endsWith("/sign-up"));
    await pages.goto(`/handler/account-settings?project_id=${project.id}#auth`);
    await pages.getByRole("heading", { level: 1 }).waitFor();
    await pages.getByRole("heading", { name: "Password" }).first().waitFor();
    await expect.poll(() => pages.getByText("Two-step verification").count()).toBe(0);
  });
});

describe("the list of providers", () => {
  it("fits on a phone, in a language of long words and with a provider that is on", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const config = { oauthProviders: [{ id: "google", type: "shared" } as const] };
    const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "", config });
    const page = await openSignedIn(browser, gatehouse, owner, undefined, "de-DE");
    await page.goto(`/projects/${project.id}/sign-in-methods`);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByText("Gemeinsame Schlüssel", { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

describe("the settings of sessions", () => {
  it("are saved together, say what they take, and ask before they are lost", async ({ expect }) => {
    const { page, project } = await openSignInMethods(gatehouse);
    await page.getByRole("link", { name: "Sessions and codes" }).click();
    const sessions = card(page, "Sessions");
    await sessions.getByLabel("Ends after", { exact: true }).fill("400");
    await sessions.getByLabel("Unit of Ends after").selectOption({ label: "days" });
    await sessions.getByRole("button", { name: "Save changes" }).click();
    await sessions.getByText("Enter a duration from 5 minutes to 367 days, in whole minutes.").waitFor();
    await sessions.getByLabel("Ends after", { exact: true }).fill("7");
    await sessions.getByLabel("Sessions of one user").fill("1000");
    await sessions.getByRole("button", { name: "Save changes" }).click();
    await sessions.getByText("Enter a whole number from 1 to 100.").waitFor();
    await sessions.getByLabel("Sessions of one user").fill("5");
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await expect.poll(() => sessions.getByLabel("Sessions of one user").inputValue()).toBe("5");
    await page.keyboard.press("Control+s");
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({ auth: { sessions: { lifetimeMinutes: 10_080, maxPerUser: 5 } } });
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Domains" }).waitFor();
  });
});

describe("a change that fails", () => {
  it("is told by the browser where its notification cannot be loaded, as without a network", async ({ expect }) => {
    const { page } = await openSignInMethods(gatehouse, /Failed to load resource/);
    await page.route("**/config/override", (route) => route.fulfill({ status: 400, body: "That is not possible." }));
    await page.route("**/assets/toast-region-*.js", (route) => route.abort());
    const told = new Promise<string>((resolve) => {
      page.once("dialog", async (alert) => {
        await alert.accept();
        resolve(alert.message());
      });
    });
    await card(page, "Methods").getByRole("switch", { name: "Passkey" }).click();
    expect(await told).toBe("That is not possible.");
    await page.unroute("**/assets/toast-region-*.js");
    await card(page, "Methods").getByRole("switch", { name: "Passkey" }).click();
    await page.getByRole("region", { name: "Notifications" }).getByText("That is not possible.").waitFor();
  });
});

describe("pages and appearance in the dashboard", () => {
  it("asks before another page loses what is not saved", async () => {
    const { page, card } = await openAppearance(gatehouse);
    await card.getByLabel("Website").fill("https://bakery.example");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/users");
  });

  it("replaces a text of the pages, found by its English words, and restores it", async ({ expect }) => {
    const { page, card, signIn } = await openAppearance(gatehouse);
    await card.getByRole("button", { name: "Add a text" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a text" });
    const original = "New to {project}? <signUp>Create an account</signUp>";
    // The texts are loaded when the dialog opens.
    await dialog.getByRole("listitem").first().waitFor();
    expect((await dialog.getByRole("listitem").allInnerTexts()).slice(0, 2)).toEqual(["Sign in", original]);
    await dialog.getByLabel("Search texts").fill("create an account new");
    await dialog.getByText("1 text", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: original }).click();
    const field = card.getByLabel(original, { exact: true });
    await card.locator("input:focus").and(field).waitFor();

    await field.fill("First time at {projekt}?");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("The original text has no {projekt}, only {project}, <signUp>.").waitFor();
    await field.fill("First time at {project}? <signUp>Join us</signUp>");
    await card
      .getByRole("img", { name: "Preview of the sign-in page on dark devices" })
      .getByText("First time at Bakery? Join us")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    await page.goto(signIn);
    await page.getByText("First time at Bakery?").waitFor();
    await page.getByRole("link", { name: "Join us" }).waitFor();

    await page.goBack();
    await card.getByRole("button", { name: `Remove ${original}` }).click();
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    // Browsers may keep what they have read of a project for a minute.
    const visitor = await openPage(browser, gatehouse.webUrl);
    await visitor.goto(signIn);
    await visitor.getByRole("link", { name: "Create an account" }).waitFor();
  });
});

describe("hosted pages in the dashboard", () => {
  it("are switched off and on, at once", async () => {
    const { page, signIn } = await openAppearance(gatehouse, /Failed to load resource/);
    const card = page.getByRole("region", { name: "Hosted pages", exact: true });
    const saved = (isOn: boolean) => card.locator(`[role=switch][aria-checked=${isOn}][aria-busy=false]`).waitFor();
    await saved(true);
    await card.getByRole("switch").click();
    await saved(false);
    const visitor = await page.context().newPage();
    await visitor.goto(signIn);
    await visitor.getByRole("heading", { name: "There is no sign-in page here" }).waitFor();
    await card.getByRole("switch").click();
    await saved(true);
    await visitor.reload();
    await visitor.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
