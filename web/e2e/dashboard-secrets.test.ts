import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { createStore, newProject, openVault, vaultSecret } from "./harness/dashboard-sections";
import { dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the API keys of a project", () => {
  it("are created with an expiry, shown once, and revoked, each as code as well", async ({ expect }) => {
    const { project, open } = await newProject(gatehouse);
    const page = await open("api-keys");
    await page.getByText("No keys yet").waitFor();
    await page.getByText("GATEHOUSE_SECRET_SERVER_KEY=ssk_your", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Create keys" }).click();
    const form = dialog(page, "Create keys");
    await form.getByRole("button", { name: "Create keys" }).click();
    await form.getByText("Say where these keys are used.").waitFor();
    await form.getByLabel("Description").fill("Nightly export");
    await form.getByLabel("Expires after").selectOption("30");
    await form.getByRole("checkbox", { name: /^Super secret admin key/ }).check();
    await form.getByRole("checkbox", { name: /^Publishable client key/ }).uncheck();
    await form.getByRole("button", { name: "Create keys" }).click();
    const shown = page.getByRole("region", { name: "Your new keys" });
    await shown.getByRole("alert").waitFor();
    const secret = await shown.getByText(/^ssk_/).first().textContent();
    await shown.getByRole("button", { name: "I have copied the keys" }).click();
    await page.getByRole("link", { name: "API keys", exact: true }).click();
    await page.getByRole("table", { name: "API keys" }).getByText("Nightly export").waitFor();
    await page.getByText("Secret keys are shown in full once", { exact: false }).waitFor();
    const [keys] = await project.app.listInternalApiKeys();
    expect(keys).toMatchObject({ description: "Nightly export", publishableClientKey: null });
    expect(secret?.endsWith(keys?.secretServerKey?.lastFour ?? "none")).toBe(true);
    const days = ((keys?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);

    await page
      .getByText(/^Made by /)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Roll Nightly export" }).click();
    const rolling = dialog(page, "Roll Nightly export");
    await rolling.getByLabel("The old one works for").selectOption({ label: "Not any more: it is revoked now" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await rolling.getByRole("button", { name: "Roll", exact: true }).click();
    await shown.getByText(/^ssk_/).first().waitFor();
    await shown.getByRole("button", { name: "I have copied the keys" }).click();
    await page.getByRole("link", { name: "API keys", exact: true }).click();
    await page.getByText("Replaced by a new one").waitFor();
    const [next, old] = await project.app.listInternalApiKeys();
    expect([old?.id, old?.whyInvalid()]).toEqual([keys?.id, "manually-revoked"]);
    expect(next).toMatchObject({ description: "Nightly export", publishableClientKey: null });

    const revoke = page.getByRole("button", { name: "Revoke Nightly export" });
    await revoke.click();
    await dialog(page, /^Revoke/).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page, /^Revoke/).waitFor({ state: "detached" });
    await revoke.and(page.locator(":focus")).waitFor();
    await revoke.click();
    await dialog(page, /^Revoke/)
      .getByRole("button", { name: "Revoke keys" })
      .click();
    await page.getByText("The keys have been revoked.").waitFor();
    expect((await project.app.listInternalApiKeys())[0]?.isValid()).toBe(false);
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText(".revoke();", { exact: false }).waitFor();
  });
});

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Stores" }).getByRole("listitem").filter({ hasText: name });

describe("the data vault of a project", () => {
  it("has stores that are created, renamed and deleted, and shows a value of a server's to who has its secret", async ({
    expect,
  }) => {
    const { page, project } = await openVault(gatehouse);
    await page.getByText("No stores yet").waitFor();
    await createStore(page, "Partner tokens");
    await row(page, "Partner tokens").getByText("partner-tokens").waitFor();
    // The configuration has the store: a server can use it.
    const store = await project.app.getDataVaultStore("partner-tokens");
    expect(await store.getValue("ada", { secret: vaultSecret })).toBe(null);

    await page.getByRole("button", { name: "Create store" }).click();
    const form = dialog(page, "Create a store");
    await form.getByRole("textbox", { name: "Name" }).fill("Another");
    await form.getByRole("textbox", { name: "ID" }).fill("partner-tokens");
    await form.getByRole("button", { name: "Create store" }).click();
    await form.getByText("There is a store with this ID already.").waitFor();
    const question = dialog(page, "Leave without saving?");
    // Chromium closes dialogs at a second Escape, whatever the page says.
    for (let time = 0; time < 3; time++) await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Cancel" }).waitFor();
    if (!(await question.isVisible())) await form.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await form.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Rename Partner tokens" }).click();
    await dialog(page, "Rename Partner tokens").getByRole("textbox", { name: "Name" }).fill("Tokens");
    await dialog(page, "Rename Partner tokens").getByRole("button", { name: "Rename" }).click();
    await row(page, "Tokens").getByText("no values").waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page
      .getByRole("dialog")
      .getByText('"dataVault.stores.partner-tokens.displayName": "Tokens"', { exact: false })
      .waitFor();
    await page.keyboard.press("Escape");

    await store.setValue("ada", "a token of a partner", { secret: vaultSecret });
    await page.reload();
    await row(page, "Tokens").getByText("1 value").waitFor();
    await page.getByRole("link", { name: "Find a value in Tokens" }).click();
    const find = dialog(page, "Find a value in Tokens");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.postData() ?? ""));
    await find.getByRole("textbox", { name: "Key" }).fill("ada");
    await find.getByLabel("Secret", { exact: true }).fill("another secret");
    await find.getByRole("button", { name: "Find value" }).click();
    await find.getByText("Nothing was found.", { exact: false }).waitFor();
    await find.getByLabel("Secret", { exact: true }).fill(vaultSecret);
    await find.getByRole("button", { name: "Find value" }).click();
    await find.getByText("a token of a partner").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // Attack: the dashboard sends the secret or the value, so that a reader of its requests has them.
    expect(requests.join()).not.toContain(vaultSecret);
    expect(requests.join()).not.toContain("a token of a partner");

    await find.getByRole("button", { name: "Delete value" }).click();
    await dialog(page, "Delete the value of ada?").getByRole("button", { name: "Delete value" }).click();
    await page.getByText("The value has been deleted.").waitFor();
    await find.getByRole("button", { name: "Cancel" }).click();
    await dialog(page, "Leave without saving?").getByRole("button", { name: "Leave" }).click();
    expect(await store.getValue("ada", { secret: vaultSecret })).toBe(null);

    await page.getByRole("link", { name: "Delete Tokens" }).click();
    await dialog(page, "Delete Tokens?").getByRole("button", { name: "Delete store" }).click();
    await page.getByText("No stores yet").waitFor();
    await expect(store.getValue("ada", { secret: vaultSecret })).rejects.toThrow("does not exist");
  });
});
