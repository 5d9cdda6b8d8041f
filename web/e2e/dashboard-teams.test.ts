import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { definitionRows, openPermissions, ownDefinitions } from "./harness/dashboard-sections";
import { dialog, heading } from "./harness/locators";
import { openTeams } from "./harness/teams";

const gatehouse = await sharedGatehouse();

describe("the teams of a project", () => {
  it("are created, found by name, and deleted after a confirmation; an unknown one leads back to the list", async ({
    expect,
  }) => {
    const { page, project } = await openTeams(gatehouse);
    await page.getByRole("link", { name: "Analysts" }).waitFor();
    await page.getByRole("row", { name: /^Analysts 1 / }).waitFor();
    await page.getByRole("button", { name: "Create team" }).click();
    await dialog(page, "Create team").getByRole("textbox", { name: "Name" }).fill("Printers");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, "Create team").getByRole("button", { name: "Create team" }).click();
    await heading(page, "Printers").waitFor();
    await page.getByText("The team has no members.", { exact: false }).waitFor();

    await page.getByRole("main").getByRole("link", { name: "Teams", exact: true }).click();
    await heading(page, "Teams").waitFor();
    await page.getByRole("searchbox").fill("PRINT");
    await page.getByRole("link", { name: "Analysts" }).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("PRINT");
    await page.getByRole("link", { name: "Printers" }).click();
    await page.getByRole("link", { name: "Delete team" }).click();
    await page.reload();
    await dialog(page, "Delete the team?").getByRole("textbox").fill("delete");
    await dialog(page, "Delete the team?").getByRole("button", { name: "Delete team" }).click();
    await page.getByText("No teams found").waitFor();
    expect((await project.app.listTeams()).map(({ displayName }) => displayName)).toEqual(["Analysts"]);

    await page.goto(`/projects/${project.id}/teams/${crypto.randomUUID()}?q=ana`);
    await page.getByText("This project has no team with this ID.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "All teams" }).click();
    await page.waitForURL("**/teams?q=ana");
  });
});

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
