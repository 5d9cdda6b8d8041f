import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** The permissions of a new project, and the project. */
async function openPermissions(search = "", allowed = /Failed to load resource/) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Press", teamId: owner.selectedTeam?.id ?? "" });
  for (const [id, containedPermissionIds] of [
    ["reader", ["$read_members"]],
    ["editor", ["reader"]],
  ] as const) {
    await project.app.createTeamPermissionDefinition({ id, containedPermissionIds: [...containedPermissionIds] });
  }
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/permissions${search}`, allowed);
  await page.getByRole("heading", { level: 1, name: "Permissions" }).waitFor();
  return { page, project };
}

const rows = (page: Page) => page.getByRole("list", { name: "Permissions", exact: true }).getByRole("listitem");
/** The permissions that were defined since the project was created. */
const ownDefinitions = async ({ app }: Awaited<ReturnType<typeof openPermissions>>["project"]) =>
  (await app.listTeamPermissionDefinitions())
    .filter(({ id }) => !/^\$|^team_/.test(id))
    .map(({ id, containedPermissionIds }) => ({ id, containedPermissionIds }));

describe("the permissions of a project", () => {
  it("are defined with what they contain, the project's own above the system's", async ({ expect }) => {
    const { page, project } = await openPermissions();
    await rows(page).nth(9).waitFor();
    await expect.poll(() => rows(page).nth(0).innerText()).toContain("editor");
    await expect.poll(() => rows(page).nth(9).innerText()).toContain("Built in");
    await expect.poll(() => rows(page).nth(0).innerText()).toMatch(/Through these also \$read_members/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Define a permission" }).click();
    const dialog = page.getByRole("dialog", { name: "Define a permission" });
    await dialog.getByRole("textbox", { name: "ID" }).fill("chief");
    await dialog.getByRole("textbox", { name: "Description" }).fill("Runs the paper");
    await dialog.getByRole("checkbox", { name: "editor" }).check();
    await dialog.getByText("Through these also reader, $read_members").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).search).toBe("?create=true");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await rows(page).filter({ hasText: "Runs the paper" }).waitFor();
    expect(await ownDefinitions(project)).toContainEqual({ id: "chief", containedPermissionIds: ["editor"] });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByText("adminApp.createTeamPermissionDefinition(", { exact: false }).waitFor();
  });

  it("400: are not defined twice, which the field says", async () => {
    const { page } = await openPermissions("?create=true");
    const dialog = page.getByRole("dialog", { name: "Define a permission" });
    await dialog.getByRole("textbox", { name: "ID" }).fill("Reader");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await dialog.getByText("Use lowercase letters", { exact: false }).waitFor();
    await dialog.getByRole("textbox", { name: "ID" }).fill("reader");
    await dialog.getByRole("button", { name: "Define permission" }).click();
    await dialog.getByText("There is a permission with this ID already", { exact: false }).waitFor();
  });

  it("are renamed, and say it where they close a circle", async ({ expect }) => {
    const { page, project } = await openPermissions("?edit=reader");
    const dialog = page.getByRole("dialog", { name: "Edit reader" });
    await dialog.getByRole("textbox", { name: "ID" }).fill("guest");
    await dialog.getByRole("checkbox", { name: "editor" }).check();
    await dialog.getByText("guest and editor contain each other", { exact: false }).waitFor();
    await dialog.getByRole("checkbox", { name: "editor" }).uncheck();
    await dialog.getByText("contain each other").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await rows(page).filter({ hasText: "guest" }).first().waitFor();
    expect(await ownDefinitions(project)).toEqual([
      { id: "editor", containedPermissionIds: ["guest"] },
      { id: "guest", containedPermissionIds: ["$read_members"] },
    ]);
  });

  it("are deleted after a question that names what contains them", async ({ expect }) => {
    const { page, project } = await openPermissions();
    await page.getByRole("button", { name: "Delete reader" }).click();
    const question = page.getByRole("dialog", { name: "Delete reader?" });
    await question.getByText("It is also taken out of editor", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Delete permission" }).click();
    await page.getByRole("button", { name: "Delete reader" }).waitFor({ state: "detached" });
    expect(await ownDefinitions(project)).toEqual([{ id: "editor", containedPermissionIds: [] }]);
  });

  it("are drawn, and told as a list, on a phone and in the dark theme", async ({ expect }) => {
    const { page } = await openPermissions();
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
    const { page, project } = await openPermissions();
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
