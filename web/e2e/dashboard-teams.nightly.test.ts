import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { definitionRows, openPermissions, ownDefinitions } from "./harness/dashboard-sections";
import { dialog, heading } from "./harness/locators";
import { list, openTeams } from "./harness/teams";

const gatehouse = await sharedGatehouse();

describe("the teams of a project", () => {
  it("teach how one is created where there is none", async ({ expect }) => {
    const { page, team } = await openTeams(gatehouse);
    await page.getByRole("link", { name: "Analysts" }).waitFor();
    await team.delete();
    await page.reload();
    await page.getByText("No teams yet").waitFor();
    await page.getByText("user.createTeam(", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // A new project's users may not.
    await page.getByText("Your users may not create teams until you allow it.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "allow it" }).click();
    await page.getByRole("switch", { name: "Users may create teams" }).click();
    await page
      .getByRole("region", { name: "Teams", exact: true })
      .locator("[role=switch][aria-checked=true][aria-busy=false]")
      .first()
      .waitFor();
    await page.goBack();
    await page.getByText("Your users create teams in your app", { exact: false }).waitFor();
  });
});

describe("the members of a team", () => {
  it("are added by a search, get a name in the team, and are removed", async ({ expect }) => {
    const { page, team, grace } = await openTeams(gatehouse, (id) => `/${id}`);
    await list(page, "Members").filter({ hasText: "Ada Lovelace" }).filter({ hasText: "team_admin" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Add member" }).click();
    await page.reload();
    await dialog(page, "Add members").getByRole("searchbox").fill("grace@");
    await dialog(page, "Add members").getByRole("button", { name: "Add Grace Hopper" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Member");
    await list(page, "Users").filter({ hasText: "Grace Hopper" }).getByText("Member", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, "Add members").getByRole("button", { name: "Close", exact: true }).last().click();

    await page.getByRole("link", { name: "Profile of Grace Hopper" }).click();
    const profile = dialog(page, "Profile of Grace Hopper");
    await profile.getByRole("textbox", { name: "Name in the team" }).fill("Amazing Grace");
    await profile.getByRole("button", { name: "Save changes" }).click();
    await list(page, "Members").filter({ hasText: "Amazing Grace" }).waitFor();
    expect((await grace.getTeamProfile(team)).displayName).toBe("Amazing Grace");

    await page.getByRole("button", { name: "Remove Amazing Grace" }).click();
    await dialog(page, "Remove Amazing Grace?").getByRole("button", { name: "Remove from team" }).click();
    await list(page, "Members").filter({ hasText: "Amazing Grace" }).waitFor({ state: "detached" });
    expect((await team.listUsers()).map(({ id }) => id)).not.toContain(grace.id);
  });

  it("are granted permissions, which say what they hold through others", async ({ expect }) => {
    const { page, team, grace } = await openTeams(gatehouse, (id) => `/${id}`);
    await team.addUser(grace.id);
    await page.reload();
    await page.getByRole("link", { name: "Permissions of Grace Hopper" }).click();
    const permissions = dialog(page, "Permissions of Grace Hopper");
    await permissions.getByRole("button", { name: "Grant team_admin" }).click();
    await permissions.getByRole("button", { name: "Revoke team_admin" }).waitFor();
    const contained = list(page, "Permissions").filter({ hasText: "$delete_team" });
    await contained.getByText("Contained in another").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await permissions.getByRole("button", { name: "Revoke team_member" }).click();
    await permissions.getByRole("button", { name: "Grant team_member" }).waitFor();
    const granted = await grace.listPermissions(team, { recursive: false });
    expect(granted.map(({ id }) => id)).toEqual(["team_admin"]);
    await expect.poll(() => new URL(page.url()).searchParams.get("permissionsOf")).toBe(grace.id);
  });

  it("are invited by email to the page that is chosen, a hosted one at first, until the invitation is revoked", async ({
    expect,
  }) => {
    const { page, team } = await openTeams(gatehouse, (id) => `/${id}?part=invitations`);
    const email = newAddress("new");
    const leads = page.getByLabel("Where the link leads");
    expect(await leads.locator("option:checked").textContent()).toBe("Hosted pages");
    await leads.selectOption("https://press.example.com/handler");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await list(page, "Open invitations").filter({ hasText: email }).waitFor();
    const message = await gatehouse.mailbox.waitFor({ to: email });
    expect(JSON.stringify(message)).toContain("https://press.example.com/handler/team-invitation");
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click();
    await dialog(page, "Revoke the invitation?").getByRole("button", { name: "Revoke invitation" }).click();
    await page.getByText("There are no open invitations.", { exact: false }).waitFor();
    expect(await team.listInvitations()).toEqual([]);
  });

  it("are told who can join by the link: anyone who has it, or who has verified the address where the project says so", async ({
    expect,
  }) => {
    const { page, project } = await openTeams(gatehouse, (id) => `/${id}?part=invitations`);
    const bound = page.getByRole("checkbox", { name: "Only for this address" });
    await page.getByText("Anyone who has it can join the team, unless it is for this address only.").waitFor();
    await bound.waitFor();
    await project.updateConfig({ "teams.invitationsForRecipientOnly": true } as never);
    await page.reload();
    await page.getByText("Who joins by it must have verified this address.").waitFor();
    await expect.poll(() => bound.count()).toBe(0);
  });
});

describe("the page of a team", () => {
  it("changes name and metadata, on a phone and in the dark theme", async ({ expect }) => {
    const { page, project, team } = await openTeams(gatehouse, (id) => `/${id}?part=profile`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("textbox", { name: "Name" }).fill("Engineers");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await heading(page, "Engineers").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Metadata" }).click();
    const metadata = page.getByRole("textbox", { name: "Server metadata" });
    await metadata.fill("{ plan }");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("This is not JSON", { exact: false }).first().waitFor();
    await metadata.fill('{ "plan": "free" }');
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Metadata saved.").waitFor();
    expect(await project.app.getTeam(team.id)).toMatchObject({
      displayName: "Engineers",
      serverMetadata: { plan: "free" },
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows on a phone which of its parts is open, where the links to them do not fit", async ({ expect }) => {
    const { page } = await openTeams(gatehouse, (id) => `/${id}?part=items`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const parts = page.getByRole("navigation", { name: "Parts of the team" });
    await parts.waitFor();
    // It scrolls after it is shown.
    const isInSight = () =>
      parts.evaluate((nav) => {
        const open = nav.querySelector("[aria-current=page]");
        return open !== null && open.getBoundingClientRect().right <= nav.getBoundingClientRect().right;
      });
    await expect.poll(isInSight).toBe(true);
    await expect.poll(() => parts.locator("[aria-current=page]").allInnerTexts()).toEqual(["Items"]);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it("makes API keys, and changes what the team has of an item", async ({ expect }) => {
    const { page, team } = await openTeams(gatehouse, (id) => `/${id}?part=keys`);
    await page.getByText("There are no API keys yet.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create API key" }).click();
    await dialog(page, "Create an API key").getByRole("textbox", { name: "Description" }).fill("Nightly backup");
    await dialog(page, "Create an API key").getByRole("button", { name: "Create key" }).click();
    await dialog(page, "Your new API key").waitFor();
    expect(await team.listApiKeys()).toMatchObject([{ description: "Nightly backup" }]);
    await page.goto(page.url());
    await page.getByText("Nightly backup").waitFor();
    await page.getByRole("link", { name: "Items" }).click();
    await page.getByRole("button", { name: "Change the quantity of Seats" }).click();
    await dialog(page, "Change the quantity").getByRole("textbox", { name: "Quantity to add" }).fill("5");
    await dialog(page, "Change the quantity").getByRole("button", { name: "Change quantity" }).click();
    await page.getByText("5", { exact: true }).waitFor();
    expect((await team.getItem("seats")).quantity).toBe(5);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is reached from its members' pages and by the command palette", async () => {
    const { page, project, ada } = await openTeams(gatehouse);
    await page.goto(`/projects/${project.id}/users/${ada.id}?part=access`);
    await page.getByRole("link", { name: "Analysts", exact: true }).click();
    await heading(page, "Analysts").waitFor();
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click();
    await heading(page, "Ada Lovelace").waitFor();
    await page.keyboard.press("Control+k");
    await dialog(page, "Search and commands").getByRole("combobox").fill("analy");
    await dialog(page, "Search and commands").getByRole("option", { name: "Analysts" }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Analysts").waitFor();
  });
});

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
