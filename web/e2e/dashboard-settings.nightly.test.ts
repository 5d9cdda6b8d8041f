import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { configEditor, openSettings, replace } from "./harness/dashboard-sections";

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
