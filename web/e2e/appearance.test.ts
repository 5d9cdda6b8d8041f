import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { launchBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { visitSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;

beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop()]));

async function openSettings(tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/settings`, tolerated);
  const card = page.getByRole("region", { name: "Pages and appearance" });
  await card.waitFor();
  const signIn = `${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`;
  return { page, card, project, owner, signIn };
}

describe("pages and appearance in the dashboard", () => {
  it("previews in both schemes what is not saved yet, and saves it for the hosted pages", async ({ expect }) => {
    const { page, card, project } = await openSettings();
    // Colours change at once then.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const preview = card.getByRole("img", { name: "Preview of the sign-in page on light devices" });
    const button = preview.getByText("Sign in", { exact: true }).last();
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colour();
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    expect(await colour()).toBe("rgb(255, 221, 0)");
    expect(before).not.toBe("rgb(255, 221, 0)");
    await card.getByRole("combobox", { name: "Corners" }).selectOption({ label: "Square" });
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
    await card.getByRole("combobox", { name: "Font" }).selectOption({ label: "Monospace" });
    expect(await button.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("monospace");
    await card.getByLabel("Support").fill("mailto:help@bakery.example");
    await card.getByLabel("Terms of service").fill("https://bakery.example/terms");
    await preview.getByText("Contact support").waitFor();
    await preview.getByText("terms of service").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();

    const address = await page.getByText("/handler/sign-in?project_id=").textContent();
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

  it("says at the field what the server refuses", async ({ expect }) => {
    const { card } = await openSettings(/Failed to load resource/);
    await card.getByLabel("Website").fill("https://name:password@bakery.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("It must not have a user name or password.").waitFor();
    const field = card.getByLabel("Website");
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });

  it("replaces a text of the pages, found by its English words, and restores it", async ({ expect }) => {
    const { page, card, signIn } = await openSettings();
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
    await card.getByRole("button", { name: `Remove: ${original}` }).click();
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
    const { page, signIn } = await openSettings(/Failed to load resource/);
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

describe("trusted domains in the dashboard", () => {
  it("are added and removed, and say at the field what cannot be one", async ({ expect }) => {
    const { page, project, owner } = await openSettings(/Failed to load resource/);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const add = async (domain: string) => {
      await card.getByLabel("New domain").fill(domain);
      await card.locator("button[type=submit]:not([aria-busy])").click();
    };
    const stored = async () => {
      const current = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      return { domains: current?.config.domains.map(({ domain }) => domain), local: current?.config.allowLocalhost };
    };
    await add("bakery.example");
    await card.getByText("Start the domain with https:// or http://, such as https://example.com.").waitFor();
    await add("https://bakery. example");
    await card.getByText("A domain has no spaces.").waitFor();
    await add("https://bakery.example/shop");
    await card.getByText("Leave out what follows the domain: https://bakery.example is enough.").waitFor();
    await add("https://a.*.*.*.*.*.example");
    await card.locator("[aria-invalid=true]").waitFor();
    await add("https://bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://bakery.example" }).waitFor();
    await add("https://*.bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://*.bakery.example" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example", "https://bakery.example"], local: true });

    await card.getByRole("button", { name: "Remove https://bakery.example" }).click();
    await card.getByText("https://bakery.example", { exact: true }).waitFor({ state: "detached" });
    await card.getByRole("switch", { name: "Requests from localhost" }).click();
    await card.locator("[role=switch][aria-checked=false][aria-busy=false]").waitFor();
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example"], local: false });
  });

  it("keep the domain that is typed while another one is on its way", async ({ expect }) => {
    const { page } = await openSettings();
    const card = page.getByRole("region", { name: "Trusted domains" });
    const sent = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(`**/api/v1/**/config/override`, async (route) => {
      sent.resolve();
      await answered.promise;
      await route.continue();
    });
    await card.getByLabel("New domain").fill("https://first.example");
    await card.getByRole("button", { name: "Add domain" }).click();
    await sent.promise;
    await card.getByLabel("New domain").fill("https://second.example");
    answered.resolve();
    await card.getByRole("listitem").filter({ hasText: "https://first.example" }).waitFor();
    await card.locator("button[type=submit]:not([aria-busy])").waitFor();
    expect(await card.getByLabel("New domain").inputValue()).toBe("https://second.example");
    await card.locator("button[type=submit]").click();
    await card.getByRole("listitem").filter({ hasText: "https://second.example" }).waitFor();
    await expect.poll(() => card.getByLabel("New domain").inputValue()).toBe("");
  });

  it("stay as others have left them meanwhile, but for the one that is added or removed", async ({ expect }) => {
    // Attack: someone whose domain was removed waits for an owner with an older page to change another one, and it is back.
    const { page, project, owner } = await openSettings();
    const card = page.getByRole("region", { name: "Trusted domains" });
    const entries = async (...names: string[]) => {
      for (const name of names)
        await card
          .getByRole("listitem")
          .filter({ hasText: `https://${name}` })
          .waitFor();
    };
    const current = async () => {
      const found = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      if (!found) throw new Error("The project is gone.");
      return found;
    };
    const trust = async (...names: string[]) =>
      (await current()).update({
        config: { domains: names.map((name) => ({ domain: `https://${name}`, handlerPath: "/handler" })) },
      });
    const stored = async () => (await current()).config.domains.map(({ domain }) => domain);
    await trust("evil.example", "a.example");
    await page.reload();
    await entries("evil.example", "a.example");

    await trust("a.example", "b.example");
    await card.getByLabel("New domain").fill("https://c.example");
    await card.getByRole("button", { name: "Add domain" }).click();
    await entries("a.example", "b.example", "c.example");
    expect(await stored()).toEqual(["https://a.example", "https://b.example", "https://c.example"]);

    await trust("a.example", "d.example");
    await card.getByRole("button", { name: "Remove https://a.example" }).click();
    await entries("d.example");
    expect(await stored()).toEqual(["https://d.example"]);
  });
});
