import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { definitionRows, openPermissions, ownDefinitions } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("the permissions of a project", () => {
  it("are defined with what they contain, not twice, the project's own above the system's", async ({ expect }) => {
    const { page, project } = await openPermissions(gatehouse);
    await definitionRows(page).nth(9).waitFor();
    await expect.poll(() => definitionRows(page).nth(0).innerText()).toContain("editor");
    await expect.poll(() => definitionRows(page).nth(9).innerText()).toContain("Built in");
    await expect.poll(() => definitionRows(page).nth(0).innerText()).toMatch(/Through these also \$read_members/);
    await page.getByRole("button", { name: "Define a permission" }).click();
    const dialog = page.getByRole("dialog", { name: "Define a permission" });
    const id = dialog.getByRole("textbox", { name: "ID" });
    await id.fill("Reader");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await dialog.getByText("Use lowercase letters", { exact: false }).waitFor();
    await id.fill("reader");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await dialog.getByText("There is a permission with this ID already", { exact: false }).waitFor();
    await id.fill("chief");
    await dialog.getByRole("textbox", { name: "Description" }).fill("Runs the paper");
    await dialog.getByRole("checkbox", { name: "editor" }).check();
    await dialog.getByText("Through these also reader, $read_members").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).search).toBe("?create=true");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await definitionRows(page).filter({ hasText: "Runs the paper" }).waitFor();
    expect(await ownDefinitions(project)).toContainEqual({
      id: "chief",
      containedPermissionIds: ["editor"],
    });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByText("adminApp.createTeamPermissionDefinition(", { exact: false }).waitFor();
  });
});
