import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { createStore, dialog, openVault, secret } from "./harness/data-vault";

const gatehouse = await sharedGatehouse();

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Stores" }).getByRole("listitem").filter({ hasText: name });

const focused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

describe("the data vault of a project", () => {
  it("has stores that are created, renamed and deleted, each shown as code", async ({ expect }) => {
    const { page, project } = await openVault(gatehouse);
    await page.getByText("No stores yet").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await createStore(page, "Partner tokens");
    await row(page, "Partner tokens").getByText("partner-tokens").waitFor();
    // The configuration has the store: a server can use it.
    const store = await project.app.getDataVaultStore("partner-tokens");
    expect(await store.getValue("ada", { secret })).toBe(null);

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
    // Chromium closes dialogs at a second Escape, whatever the page says.
    for (let time = 0; time < 3; time++) await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Cancel" }).waitFor();
    if (!(await question.isVisible())) await form.getByRole("button", { name: "Cancel" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
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

    await page.getByRole("link", { name: "Delete Tokens" }).click();
    await dialog(page, "Delete Tokens?").getByRole("button", { name: "Delete store" }).click();
    await page.getByText("No stores yet").waitFor();
    await expect(store.getValue("ada", { secret })).rejects.toThrow("does not exist");
  });

  it("shows a value of a server's to who has its secret, and deletes it", async ({ expect }) => {
    const { page, project } = await openVault(gatehouse);
    await createStore(page, "Secrets");
    const store = await project.app.getDataVaultStore("secrets");
    await store.setValue("ada", "a token of a partner", { secret });
    await page.reload();
    await row(page, "Secrets").getByText("1 value").waitFor();
    await page.getByRole("link", { name: "Find a value in Secrets" }).click();
    const find = dialog(page, "Find a value in Secrets");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.postData() ?? ""));
    await find.getByRole("textbox", { name: "Key" }).fill("ada");
    await find.getByLabel("Secret", { exact: true }).fill("another secret");
    await find.getByRole("button", { name: "Find value" }).click();
    await find.getByText("Nothing was found.", { exact: false }).waitFor();
    await find.getByLabel("Secret", { exact: true }).fill(secret);
    await find.getByRole("button", { name: "Find value" }).click();
    await find.getByText("a token of a partner").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // Attack: the dashboard sends the secret or the value, so that a reader of its requests has them.
    expect(requests.join()).not.toContain(secret);
    expect(requests.join()).not.toContain("a token of a partner");

    await find.getByRole("button", { name: "Delete value" }).click();
    await dialog(page, "Delete the value of ada?").getByRole("button", { name: "Delete value" }).click();
    await page.getByText("The value has been deleted.").waitFor();
    expect(await store.getValue("ada", { secret })).toBe(null);
  });
});
