import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { createStore, newProject, openVault, vaultSecret } from "./harness/dashboard-sections";
import { dialog } from "./harness/locators";

const gatehouse = await sharedGatehouse();

const switchOf = (page: Page, name: string) => page.getByRole("switch", { name, exact: true });

describe("the API keys of a project", () => {
  it("are not created without a description, which an accessible form asks for", async ({ expect }) => {
    const { open } = await newProject(gatehouse);
    const page = await open("api-keys?create=true");
    const form = page.getByRole("dialog", { name: "Create keys" });
    await form.getByRole("button", { name: "Create keys" }).click();
    await form.getByText("Say where these keys are used.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("are switched on for users and teams, to where a user's page without them leads", async ({ expect }) => {
    const { project, open } = await newProject(gatehouse);
    const user = await project.app.createUser({ displayName: "Ada Lovelace" });
    const page = await open(`users/${user.id}?part=access`);
    await page.getByRole("link", { name: "Switch them on" }).click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await switchOf(page, "Users have API keys").click();
    await page.getByRole("switch", { name: "Users have API keys", exact: true, checked: true }).waitFor();
    await page.locator('[role="switch"][aria-busy="true"]').waitFor({ state: "detached" });
    await switchOf(page, "Teams have API keys").click();
    await page.getByRole("switch", { name: "Teams have API keys", exact: true, checked: true }).waitFor();
    await page.locator('[role="switch"][aria-busy="true"]').waitFor({ state: "detached" });
    const { config } = await project.app.getProject();
    expect(config).toMatchObject({ allowUserApiKeys: true, allowTeamApiKeys: true });
    await page.goBack();
    await page.getByRole("button", { name: "Create API key" }).waitFor();
  });
});

const focused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

describe("the data vault of a project", () => {
  it("asks before what was typed is lost, by whichever way the dialog is left", async ({ expect }) => {
    const { page } = await openVault(gatehouse);
    await page.getByText("No stores yet").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await createStore(page, "Partner tokens");
    await page.getByRole("button", { name: "Create store" }).click();
    const form = dialog(page, "Create a store");
    await form.getByRole("textbox", { name: "Name" }).fill("Another");
    await form.getByRole("textbox", { name: "ID" }).fill("partner-tokens");
    await form.getByRole("button", { name: "Create store" }).click();
    await form.getByText("There is a store with this ID already.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const question = dialog(page, "Leave without saving?");
    const name = form.getByRole("textbox", { name: "Name" });
    await name.focus();
    const lose = [() => page.keyboard.press("Escape"), () => page.goBack(), () => page.mouse.click(5, 5)];
    for (const attempt of lose) {
      await attempt();
      await question.getByText("What you changed here will be lost.").waitFor();
      // The question begins at what loses nothing, and returns to the field.
      await expect.poll(() => focused(question.getByRole("button", { name: "Stay" }))).toBe(true);
      await page.keyboard.press("Enter");
      await question.waitFor({ state: "detached" });
      await expect.poll(() => name.inputValue()).toBe("Another");
      await expect.poll(() => focused(name)).toBe(true);
    }
    await form.getByRole("button", { name: "Cancel" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Leave" }).click();
    await form.waitFor({ state: "detached" });
  });

  it("asks for the ID before a store with values is deleted", async ({ expect }) => {
    const { page, project } = await openVault(gatehouse);
    await createStore(page, "Secrets");
    const store = await project.app.getDataVaultStore("secrets");
    await store.setValue("ada", "a token", { secret: vaultSecret });
    await page.reload();
    await page.getByRole("link", { name: "Delete Secrets" }).click();
    const ask = dialog(page, "Delete Secrets?");
    await ask.getByText("It has 1 value.", { exact: false }).waitFor();
    await expect.poll(() => ask.getByRole("button", { name: "Delete store" }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await ask.getByRole("textbox").fill("secrets");
    await ask.getByRole("button", { name: "Delete store" }).click();
    await page.getByText("No stores yet").waitFor();
    await expect(store.getValue("ada", { secret: vaultSecret })).rejects.toThrow("does not exist");
  });
});
