import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwnedProject } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, openSignedIn, sharedBrowser, visitSignedIn } from "./harness/browser";
import { dialog } from "./harness/locators";
import { adminRequest } from "./harness/site-project";
import { newOwnerOf, openOwners, rows } from "./harness/teams";

const gatehouse = await sharedGatehouse();

describe("the owners of a project", () => {
  it("are made admins and members by an admin, who sees the request as code and is asked before giving the role up; 401: a member removes no one", async ({
    expect,
  }) => {
    const { page, creator, team, members } = await openOwners(gatehouse, { others: 1 });
    const [own, other] = [rows(page).filter({ hasText: "You" }), rows(page).filter({ hasNotText: "You" })];
    const roles = async () => {
      const { items } = await adminRequest(gatehouse, "GET", `/team-permissions?team_id=${team.id}`);
      const admins = (items as { id: string; user_id: string }[]).filter(({ id }) => id === "team_admin");
      return admins.map(({ user_id }) => user_id);
    };
    await own.getByText("The only admin: make another member an admin first.").waitFor();
    await expect.poll(() => own.getByRole("combobox").isDisabled()).toBe(true);
    await other.getByRole("combobox", { name: /^Role of / }).selectOption("admin");
    await page.getByText(/ is an admin now\.$/).waitFor();
    expect((await roles()).toSorted()).toEqual([creator, ...members].map(({ id }) => id).toSorted());
    await expect.poll(() => own.getByRole("combobox").isDisabled()).toBe(false);
    await page.getByRole("button", { name: "Show as code" }).click();
    await dialog(page, /^Change the role/)
      .getByText(`/owner-teams/${team.id}/members/${members[0]?.id}`, { exact: false })
      .waitFor();
    await dialog(page, /^Change the role/)
      .getByRole("button", { name: "Done" })
      .click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await own.getByRole("combobox").selectOption("member");
    await dialog(page, /^Give up being an admin/)
      .getByRole("button", { name: "Become a member" })
      .click();
    await page.getByText("Only admins of the team change roles.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(0);
    expect(await roles()).toEqual([members[0]?.id]);

    // Attack: a member who is no admin removes the admin, to be alone with the project.
    const { accessToken } = await creator.currentSession.getTokens();
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/team-memberships/${team.id}/${members[0]?.id}`, {
      method: "DELETE",
      headers: {
        "x-stack-project-id": "internal",
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
        "x-stack-access-token": accessToken ?? "",
      },
    });
    expect(response.status).toBe(401);
    expect(await roles()).toEqual([members[0]?.id]);
  });
});

const browser = await sharedBrowser();

describe("project owners", () => {
  const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

  describe("the settings of a project", () => {
    it("lead to the members of its team, transfer it to another team of the owner's, and delete it after its name was typed", async ({
      expect,
    }) => {
      const { owner, project } = await newOwnerOf(gatehouse, "Acme");
      const other = await owner.createTeam({ displayName: "Second team" });
      const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/settings`);
      const transfer = page.getByRole("button", { name: "Transfer project" });
      await transfer.click();
      const question = dialog(page, "Transfer Acme to Second team?");
      await question.waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await question.getByRole("button", { name: "Transfer project" }).click();
      await page.getByText("All members of Second team administer this project.").waitFor();
      const [transferred] = await owner.listOwnedProjects();
      expect(transferred?.ownerTeamId).toBe(other.id);
      await page.getByRole("link", { name: "Members and invitations" }).click();
      await page.getByRole("heading", { level: 1, name: "Owners" }).waitFor();
      await page.getByRole("link", { name: "Team settings" }).click();
      await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
      await page.getByRole("heading", { level: 2, name: "Second team" }).waitFor();
      await page.getByRole("region", { name: "Invite a member" }).waitFor();

      await page.goto(`/projects/${project.id}/settings`);
      await page.getByRole("button", { name: "Delete project" }).click();
      const deletion = dialog(page, "Delete the project?");
      await deletion.getByText("Acme is deleted with its users").waitFor();
      await deletion.getByLabel("Type “Acme” to confirm").fill("Acme");
      await deletion.getByRole("button", { name: "Delete project" }).click();
      await page.getByText("No projects yet").waitFor();
      expect(await owner.listOwnedProjects()).toEqual([]);
    });
  });
});

describe("the account of an owner", () => {
  it("opens from a section in their theme and language, and leads back to it", async ({ expect }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Acme");
    const { refreshToken } = await owner.currentSession.getTokens();
    const page = await openPage(browser, gatehouse.webUrl, undefined, "de-DE");
    const cookie = { name: "stack-refresh-internal", value: refreshToken ?? "", url: gatehouse.webUrl };
    await page.context().addCookies([cookie]);
    const shown = () =>
      page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme ?? "system"]);
    await page.goto(`/projects/${project.id}/audit-log?type=project.created`);
    // The texts of a section come by themselves, beside those of the frame.
    await page.getByLabel("Akteur-ID").waitFor();
    await page.getByRole("button", { name: "Kontomenü" }).click();
    await page.getByRole("menuitemradio", { name: "Dunkel" }).click();
    expect(await shown()).toEqual(["de-DE", "dark"]);
    const address = page.url();
    await page.getByRole("menuitem", { name: "Kontoeinstellungen" }).click();
    await page.getByRole("heading", { level: 1, name: "Kontoeinstellungen" }).waitFor();
    expect(await shown()).toEqual(["de-DE", "dark"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Zurück zu Gatehouse" }).click();
    await page.waitForURL(address);
    await page.locator("h1").waitFor();
    expect(await shown()).toEqual(["de-DE", "dark"]);
  });
});

describe("a project that was deleted in another tab", () => {
  it("is said to be gone when a page of it is opened, in the reader's language, with a link to the others", async ({
    expect,
  }) => {
    const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
    const page = await openSignedIn(browser, gatehouse, owner, /Failed to load resource|KnownError/, "ja-JP");
    await page.goto(`/projects/${project.id}/domains`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await project.delete();
    await page.getByRole("navigation", { name: "セクション" }).getByRole("link", { name: "権限" }).click();
    await page.getByText("このプロジェクトは削除されたか、アクセス権がありません。").waitFor();
    // The same text takes the place of the whole project once it is known which projects there are.
    await page.getByRole("navigation", { name: "セクション" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "すべてのプロジェクト", exact: true }).click();
    await page.waitForURL("**/projects");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
