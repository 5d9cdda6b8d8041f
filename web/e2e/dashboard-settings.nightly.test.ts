import type { Locator } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { configEditor, openDomains, openSettings, replace } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("the configuration as JSON", () => {
  it("is changed by its text, after a review of what changes", async ({ expect }) => {
    const { page, project } = await openSettings(gatehouse, "settings/configuration");
    await configEditor(page).waitFor();
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
    const { page, project } = await openSettings(gatehouse, "settings/configuration", /Failed to load resource/);
    await configEditor(page).waitFor();
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

  it("keeps what other owners change in the meantime", async ({ expect }) => {
    const { page, project } = await openSettings(gatehouse, "settings/configuration");
    await configEditor(page).waitFor();
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

describe("trusted domains", () => {
  it("have a handler path each, which is shown and changed", async ({ expect }) => {
    const { page, project } = await openDomains(gatehouse);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const paths = async () =>
      (await project.app.getProject()).config.domains.map(({ domain, handlerPath }) => [domain, handlerPath]);
    await card.getByLabel("New domain").fill("https://bakery.example");
    await card.getByLabel("Handler path").fill("account");
    await card.getByRole("button", { name: "Add domain" }).click();
    await card.getByText("Start the path with a slash, such as /handler.").waitFor();
    await card.getByLabel("Handler path").fill("/account");
    await card.getByRole("button", { name: "Add domain" }).click();
    await card.getByText("Handler: /account").waitFor();
    expect(await paths()).toEqual([["https://bakery.example", "/account"]]);

    await card.getByRole("button", { name: "Edit https://bakery.example" }).click();
    const dialog = page.getByRole("dialog", { name: "Handler of https://bakery.example" });
    await dialog.getByLabel("Handler path").fill("/sign in");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByText("A path has no spaces, and no ? or #.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Handler path").fill("/handler");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await card.getByText("Handler: /handler").waitFor();
    expect(await paths()).toEqual([["https://bakery.example", "/handler"]]);
  });

  it("keep the domain that is typed while another one is on its way", async ({ expect }) => {
    const { page } = await openDomains(gatehouse);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const sent = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    await page.route(`**/api/v1/**/config/override`, async (route) => {
      sent.resolve();
      await responded.promise;
      await route.continue();
    });
    await card.getByLabel("New domain").fill("https://first.example");
    await card.getByRole("button", { name: "Add domain" }).click();
    await sent.promise;
    await card.getByLabel("New domain").fill("https://second.example");
    responded.resolve();
    await card.getByRole("listitem").filter({ hasText: "https://first.example" }).waitFor();
    await card.locator("button[type=submit]:not([aria-busy])").waitFor();
    await expect.poll(() => card.getByLabel("New domain").inputValue()).toBe("https://second.example");
    await card.locator("button[type=submit]").click();
    await card.getByRole("listitem").filter({ hasText: "https://second.example" }).waitFor();
    await expect.poll(() => card.getByLabel("New domain").inputValue()).toBe("");
  });
});

describe("production mode", () => {
  it("is switched on once all that is in the way of it is mended, in the order of the page", async ({ expect }) => {
    const { page, project, owner } = await openDomains(gatehouse);
    const card = page.getByRole("region", { name: "Production mode" });
    const current = async () => (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
    await project.updateConfig({ "auth.password.knownPasswords": "refuse_in_production" } as never);
    await page.reload();
    await card.getByText("“Allow localhost” is on, which is for development only.", { exact: false }).waitFor();
    await card.getByText("It also refuses known passwords", { exact: false }).waitFor();
    await card.getByRole("button", { name: "Fix" }).click();
    await page
      .locator("[role=switch]:focus")
      .and(page.getByRole("switch", { name: "Allow localhost" }))
      .waitFor();
    const ringOf = (control: Locator) => control.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await ringOf(page.getByRole("switch", { name: "Allow localhost" }))).toBe("solid");
    await expect.poll(() => card.getByRole("switch").isDisabled()).toBe(true);
    const toFix = card.getByRole("list", { name: "To fix before production" }).getByRole("listitem");
    await expect.poll(() => toFix.count()).toBe(1);
    await card.getByText("Can be switched on here once nothing is left under “To fix before production”.").waitFor();
    await page.getByRole("switch", { name: "Allow localhost" }).click();
    await toFix.waitFor({ state: "detached" });
    await page.getByLabel("New domain").fill("http://bakery.example");
    await page.getByRole("button", { name: "Add domain" }).first().click();
    await toFix.getByRole("button", { name: "Fix" }).click();
    const remove = page.getByRole("button", { name: "Remove http://bakery.example" });
    await page.locator("button:focus").and(remove).waitFor();
    expect(await ringOf(remove)).toBe("solid");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await toFix.waitFor({ state: "detached" });
    // What is recommended is in the way of nothing.
    await card
      .getByRole("list", { name: "Recommended before production" })
      .getByText("Emails go out by the shared server.", { exact: false })
      .waitFor();
    await expect
      .poll(() => card.getByRole("link", { name: "Set up a mail server" }).getAttribute("href"))
      .toBe(`/projects/${project.id}/emails/server`);
    // A project with hosted pages alone is right without a domain.
    await card.getByText("No domain of a website is trusted", { exact: false }).waitFor();
    await card.getByRole("button", { name: "Add domain" }).click();
    await page.locator("input:focus").and(page.getByLabel("New domain")).waitFor();
    // Of two websites, hosted pages cannot tell which one to lead back to.
    const domains = {
      a: { baseUrl: "https://a.example", handlerPath: "/handler" },
      b: { baseUrl: "https://b.example", handlerPath: "/handler" },
    };
    await project.updateConfig({ "domains.trustedDomains": domains });
    await page.reload();
    await card.getByText("It is not known which website is yours", { exact: false }).waitFor();
    await card.getByRole("link", { name: "Name the website" }).waitFor();
    await project.updateConfig({ "appearance.homeUrl": "https://a.example/" });
    await page.reload();
    await card.getByText("Emails go out by the shared server.", { exact: false }).waitFor();
    expect(await card.getByText("It is not known which website is yours", { exact: false }).count()).toBe(0);
    await card.getByRole("switch").click();
    await card.locator("[role=switch][aria-checked=true][aria-busy=false]").waitFor();
    expect((await current())?.isProductionMode).toBe(true);
    await card.getByText("Mend what is listed", { exact: false }).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText("isProductionMode: true", { exact: false }).waitFor();
  });

  it("warns on the pages of a project that is in it with something to fix, which the API does not refuse", async ({
    expect,
  }) => {
    const { page, project, owner } = await openDomains(gatehouse);
    const current = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
    await current?.update({ isProductionMode: true, config: { allowLocalhost: true } });
    const warning = page.getByText("This project is in production mode with settings that are for development only.", {
      exact: false,
    });
    for (const path of ["overview", "settings", "domains"]) {
      await page.goto(`/projects/${project.id}/${path}`);
      await warning.waitFor();
    }
    await page.getByRole("switch", { name: "Allow localhost" }).click();
    await warning.waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
