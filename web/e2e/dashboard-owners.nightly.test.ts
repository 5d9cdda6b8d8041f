import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwnedProject, newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser, visitSignedIn } from "./harness/browser";
import { dialog } from "./harness/locators";
import { adminRequest } from "./harness/site-project";
import { newOwnerOf, openOwners, rows, teamPages } from "./harness/teams";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { newInvitation } = teamPages({ gatehouse });

describe("the owners of a project", () => {
  it("are removed by an admin, who is asked first", async ({ expect }) => {
    const { page, team, members } = await openOwners(gatehouse, { others: 1 });
    const member = rows(page).filter({ hasNotText: "You" });
    await member.getByRole("combobox").waitFor();
    await expect.poll(() => member.getByRole("combobox").inputValue()).toBe("member");
    await member.getByRole("button", { name: /^Remove / }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, /^Remove /)
      .getByRole("button", { name: "Remove member" })
      .click();
    await member.waitFor({ state: "detached" });
    const left = (await team.listUsers()).map(({ id }) => id);
    expect(left).not.toContain(members[0]?.id);
  });

  it("leave, with a warning where the last admin goes, for the projects of their other teams", async ({ expect }) => {
    const { page, creator } = await openOwners(gatehouse, { others: 1 });
    await page.getByRole("button", { name: "Leave the team" }).click();
    await dialog(page, /^Leave /)
      .getByText("This is the only admin.", { exact: false })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, /^Leave /)
      .getByRole("button", { name: "Leave the team" })
      .click();
    await page.getByText("No projects yet").waitFor();
    expect(await creator.listOwnedProjects()).toEqual([]);
  });

  it("stay, with the way to the project's transfer, where they are the last", async ({ expect }) => {
    const { page, creator } = await openOwners(gatehouse);
    await page.getByText("Transfer or delete them first.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Leave the team", disabled: true }).waitFor();
    await page.getByRole("link", { name: "Transfer or delete this project" }).click();
    await page.getByRole("region", { name: "Delete project" }).waitFor();
    expect(await creator.listOwnedProjects()).toHaveLength(1);
  });

  it("are invited by email, who is shown until the invitation is revoked", async ({ expect }) => {
    const { page, team, project } = await openOwners(gatehouse);
    const email = newAddress("grace");
    await rows(page).filter({ hasText: "You" }).filter({ hasText: "Admin" }).waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).waitFor();
    const { text } = await gatehouse.mailbox.waitFor({ to: email });
    expect(text).toContain("To administer Bakery,");
    expect(text).toContain(`project=${project.id}`);
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email }]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click();
    await dialog(page, /^Revoke the invitation/)
      .getByRole("button", { name: "Revoke invitation" })
      .click();
    await page.getByText("There are no open invitations.").waitFor();
    expect(await team.listInvitations()).toEqual([]);
  });

  it("who accept an invitation are on the only project of the team; where there are more, on that of the link or the list", async () => {
    const { creator, team, project } = await openOwners(gatehouse);
    const join = async (query = "") => {
      const link = `${await newInvitation(team.id)}${query}`;
      const guest = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link);
      await guest.getByRole("button", { name: "Join" }).click();
      return guest;
    };
    await (await join()).waitForURL(`**/projects/${project.id}`);
    await creator.createProject({ displayName: "Brewery", teamId: team.id });
    await (await join(`&project=${project.id}`)).waitForURL(`**/projects/${project.id}`);
    const list = (await join("&project=of-others")).getByRole("list", { name: "Projects" });
    for (const name of ["Bakery", "Brewery"]) await list.getByText(name).waitFor();
  });
});

describe("project owners", () => {
  /** Browsers print refused requests. */
  const refused = /Failed to load resource/;

  const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

  describe("account settings of a member who may delete a team", () => {
    it("say what is deleted with it, and delete it after a short word was typed", async ({ expect }) => {
      const owner = await newOwner(gatehouse);
      const team = await owner.createTeam({ displayName: "Short-lived team" });
      await adminRequest(gatehouse, "POST", `/team-permissions/${team.id}/${owner.id}/$delete_team`, {});
      const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#team-${team.id}`);
      await page.getByRole("button", { name: "Delete team" }).click();
      const question = page.getByRole("dialog", { name: "Delete the team?" });
      await question.getByText("Short-lived team is deleted with its memberships").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await question.getByLabel("Type “delete” to confirm").fill("delete");
      await question.getByRole("button", { name: "Delete team" }).click();
      await page.getByText("Short-lived team has been deleted.").waitFor();
      expect((await owner.listTeams()).map(({ id }) => id)).not.toContain(team.id);
    });
  });

  describe("account settings of the last member of a team that owns a project", () => {
    it("400 refuse to leave the team and to delete the account, and lead to the project's transfer and deletion", async ({
      expect,
    }) => {
      const { owner, team, project } = await newOwnerOf(gatehouse, "Acme");
      const settings = `/projects/${project.id}/settings`;
      const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#team-${team.id}`, refused);
      await page.getByRole("button", { name: "Leave team" }).click();
      const leaving = dialog(page, "Leave the team?");
      await leaving.getByRole("button", { name: "Leave team" }).click();
      await leaving.getByText("Projects would be left without an owner. Transfer or delete them first: Acme").waitFor();
      await expect.poll(() => leaving.getByRole("link").getAttribute("href")).toBe(settings);
      expect(await accessibilityProblems(page)).toEqual([]);

      await page.goto("/handler/account-settings#settings");
      await page.reload();
      await page.getByRole("button", { name: "Delete account" }).click();
      const deleting = dialog(page, "Delete your account?");
      await deleting.getByLabel("Type “delete” to confirm").fill("delete");
      await deleting.getByRole("button", { name: "Delete account" }).click();
      await deleting.getByText("Transfer or delete them first: Acme").waitFor();
      await deleting.getByRole("link", { name: "Transfer or delete Acme" }).click();
      await page.waitForURL(`**${settings}`);
      await page.getByRole("region", { name: "Transfer project" }).waitFor();
      await page.getByRole("button", { name: "Delete project" }).click();
      await dialog(page, "Delete the project?").getByText("Acme is deleted with its users").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });
});

describe("the account of an owner", () => {
  it("is shown in a language that they choose, whatever their browser's, also after a reload", async ({ expect }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
    const page = await openSignedIn(browser, gatehouse, owner, undefined, "de-DE");
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    const language = () => page.evaluate(() => document.documentElement.lang);
    await page.goto(`/projects/${project.id}/api-keys`);
    await page.getByRole("button", { name: "Kontomenü" }).click();
    await page.getByRole("menuitem", { name: "Sprache" }).click();
    const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
    await expect.poll(() => dialog("Sprache").getByRole("radio", { name: "Wie der Browser" }).isChecked()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    // By a click: it is checked once the change is under way, after the event by which `check` would judge.
    await dialog("Sprache").getByRole("radio", { name: "Français" }).click();
    await heading("Clés d’API").waitFor();
    await dialog("Langue").getByRole("button", { name: "Terminé" }).click();
    await page.reload();
    await heading("Clés d’API").waitFor();
    expect(await language()).toBe("fr-FR");
    // A section that is opened in between has its texts in the language that comes back.
    await page.getByRole("link", { name: "Équipes" }).click();
    await heading("Équipes").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Recherche et commandes" }).fill("language nav");
    await page.getByRole("option", { name: "Langue : Comme le navigateur" }).click();
    await page.getByText("Teams", { exact: true }).first().waitFor();
    expect(await language()).toBe("de-DE");
    await page.getByRole("link", { name: "API-Schlüssel" }).click();
    await heading("API-Schlüssel").waitFor();
  });
});

describe("the list of projects", () => {
  it("is searched where it is long, by an address", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const teamId = owner.selectedTeam?.id ?? "";
    for (const displayName of ["Bakery", "Brewery", "Cinema", "Florist", "Garage", "Library"]) {
      await owner.createProject({ displayName, teamId });
    }
    const page = await visitSignedIn(browser, gatehouse, owner, "/projects");
    const cards = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
    await cards.nth(5).waitFor();
    const field = page.getByLabel("Search by name, description or ID");
    await expect.poll(() => field.count()).toBe(0);

    await owner.createProject({ displayName: "Theatre", teamId, description: "Plays beside the cinema" });
    await page.reload();
    await field.fill("cinema");
    await page.waitForURL("**/projects?q=cinema");
    await cards.nth(2).waitFor({ state: "detached" });
    await expect.poll(() => cards.getByRole("link").allInnerTexts()).toEqual(["Theatre", "Cinema"]);
    await page.reload();
    await cards.nth(1).waitFor();
    await expect.poll(() => cards.count()).toBe(2);
    await expect.poll(() => field.inputValue()).toBe("cinema");
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await field.fill("museum");
    await page.getByRole("heading", { name: "No such projects" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all projects" }).click();
    await cards.nth(6).waitFor();
  });
});

describe("a project that was created", () => {
  it("has the focus in its page, not on the link that skips the navigation; a long name is cut in headings", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const page = await visitSignedIn(browser, gatehouse, owner, "/projects");
    await page.getByRole("button", { name: "Create project" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Anonymous users are on in a new project", { exact: false }).waitFor();
    const name = "Bakery ".repeat(40).trim();
    await dialog.getByLabel("Project name").fill(name);
    await dialog.getByRole("button", { name: "Create project" }).click();
    await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
    await page.locator("main:focus").waitFor();
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    const heading = page.getByRole("heading", { level: 1, name });
    await heading.waitFor();
    await expect.poll(() => heading.getAttribute("title")).toBe(name);
    expect((await heading.boundingBox())?.height).toBeLessThan(80);
  });
});
