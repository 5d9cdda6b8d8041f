import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { createStore, dialog, openVault, secret } from "./harness/data-vault";

const gatehouse = await sharedGatehouse();

describe("the data vault of a project", () => {
  it("asks for the ID before a store with values is deleted", async ({ expect }) => {
    const { page, project } = await openVault(gatehouse);
    await createStore(page, "Secrets");
    const store = await project.app.getDataVaultStore("secrets");
    await store.setValue("ada", "a token", { secret });
    await page.reload();
    await page.getByRole("link", { name: "Delete Secrets" }).click();
    const ask = dialog(page, "Delete Secrets?");
    await ask.getByText("It has 1 value.", { exact: false }).waitFor();
    await expect.poll(() => ask.getByRole("button", { name: "Delete store" }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await ask.getByRole("textbox").fill("secrets");
    await ask.getByRole("button", { name: "Delete store" }).click();
    await page.getByText("No stores yet").waitFor();
    await expect(store.getValue("ada", { secret })).rejects.toThrow("does not exist");
  });
});
