import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { definitionRows, openPermissions, ownDefinitions } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("the permissions of a project", () => {
  it("are renamed, and say it where they close a circle", async ({ expect }) => {
    const { page, project } = await openPermissions(gatehouse, "?edit=reader");
    const dialog = page.getByRole("dialog", { name: "Edit reader" });
    await dialog.getByRole("textbox", { name: "ID" }).fill("guest");
    await dialog.getByRole("checkbox", { name: "editor" }).check();
    await dialog.getByText("guest and editor contain each other", { exact: false }).waitFor();
    await dialog.getByRole("checkbox", { name: "editor" }).uncheck();
    await dialog.getByText("contain each other").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await definitionRows(page).filter({ hasText: "guest" }).first().waitFor();
    expect(await ownDefinitions(project)).toEqual([
      { id: "editor", containedPermissionIds: ["guest"] },
      { id: "guest", containedPermissionIds: ["$read_members"] },
    ]);
  });

  it("are deleted after a question that names what contains them", async ({ expect }) => {
    const { page, project } = await openPermissions(gatehouse);
    await page.getByRole("button", { name: "Delete reader" }).click();
    const question = page.getByRole("dialog", { name: "Delete reader?" });
    await question.getByText("It is also taken out of editor", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Delete permission" }).click();
    await page.getByRole("button", { name: "Delete reader" }).waitFor({ state: "detached" });
    expect(await ownDefinitions(project)).toEqual([{ id: "editor", containedPermissionIds: [] }]);
  });

  it("are drawn, and told as a list, on a phone and in the dark theme", async ({ expect }) => {
    const { page } = await openPermissions(gatehouse);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("img", { name: "Graph of 10 permissions", exact: false }).waitFor();
    await page.getByText("As a list").click();
    const list = page.getByRole("list", { name: "What contains what" });
    await expect.poll(() => list.innerText()).toContain("editor\nreader\n$read_members");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("are granted by default to creators and members of teams, and to new users", async ({ expect }) => {
    const { page, project } = await openPermissions(gatehouse);
    const defaults = page.getByRole("region", { name: "Granted by default" });
    await defaults.getByRole("group", { name: "Creators of teams" }).getByRole("checkbox", { name: "editor" }).check();
    await defaults.getByRole("group", { name: "Members of teams" }).getByRole("checkbox", { name: "reader" }).check();
    await defaults.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    const user = await project.app.createUser({ primaryEmail: "ada@example.com" });
    const team = await project.app.createTeam({ displayName: "Desk", creatorUserId: user.id });
    const granted = await user.listPermissions(team, { recursive: false });
    expect(granted.map(({ id }) => id)).toContain("editor");

    await page.getByRole("link", { name: "In the project" }).click();
    await page.getByText("The project defines no permission here yet.", { exact: false }).waitFor();
    await project.app.createProjectPermissionDefinition({ id: "beta", containedPermissionIds: [] });
    await page.reload();
    await defaults.getByRole("group", { name: "New users" }).getByRole("checkbox", { name: "beta" }).check();
    await defaults.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    const config = await project.getConfig();
    expect(config.rbac.defaultPermissions.signUp).toEqual({ beta: true });
    expect(config.rbac.defaultPermissions.teamMember).toHaveProperty("reader", true);
  });
});
