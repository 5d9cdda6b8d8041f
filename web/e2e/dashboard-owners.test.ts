import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { adminRequest } from "./harness/site-project";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** A project of a team with these further members, opened by its creator or by the first of the others. */
async function openOwners({ others = 0, as = "creator" }: { others?: number; as?: "creator" | "member" } = {}) {
  const creator = await newOwner(gatehouse);
  const team = creator.selectedTeam;
  if (!team) throw new Error("The new owner has no team");
  const project = await creator.createProject({ displayName: "Bakery", teamId: team.id });
  const members = await Promise.all(Array.from({ length: others }, () => newOwner(gatehouse)));
  for (const { id } of members) await adminRequest(gatehouse, "POST", `/team-memberships/${team.id}/${id}`, {});
  const user = as === "creator" ? creator : members[0];
  if (!user) throw new Error("The team has no other member");
  const page = await visitSignedIn(
    browser,
    gatehouse,
    user,
    `/projects/${project.id}/owners`,
    /Failed to load resource/,
  );
  await page.getByRole("heading", { level: 1, name: "Owners" }).waitFor();
  return { page, creator, team, project, members };
}

const rows = (page: Page) => page.getByRole("list", { name: "Members", exact: true }).getByRole("listitem");
const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });

describe("the owners of a project", () => {
  it("are invited by email, who is shown until the invitation is revoked", async ({ expect }) => {
    const { page, team } = await openOwners();
    await rows(page).filter({ hasText: "You" }).filter({ hasText: "Admin" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Email" }).fill("grace@example.com");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("button", { name: "Revoke the invitation of grace@example.com" }).waitFor();
    await gatehouse.mailbox.waitFor({ to: "grace@example.com" });
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: "grace@example.com" }]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke the invitation of grace@example.com" }).click();
    await dialog(page, /^Revoke the invitation/)
      .getByRole("button", { name: "Revoke invitation" })
      .click();
    await page.getByText("There are no open invitations.").waitFor();
    expect(await team.listInvitations()).toEqual([]);
  });

  it("are made admins and members by an admin, who sees the request as code and is asked before giving the role up", async ({
    expect,
  }) => {
    const { page, creator, team, members } = await openOwners({ others: 1 });
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
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await own.getByRole("combobox").selectOption("member");
    await dialog(page, /^Give up being an admin/)
      .getByRole("button", { name: "Become a member" })
      .click();
    await page.getByText("Only admins of the team change roles.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(0);
    expect(await roles()).toEqual([members[0]?.id]);
  });

  it("are removed by an admin, who is asked first", async ({ expect }) => {
    const { page, team, members } = await openOwners({ others: 1 });
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
    const { page, creator } = await openOwners({ others: 1 });
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

  it("400: stay, with the way to the project's transfer, where they are the last", async ({ expect }) => {
    const { page, creator } = await openOwners();
    await page.getByRole("button", { name: "Leave the team" }).click();
    const question = dialog(page, /^Leave /);
    await question.getByRole("button", { name: "Leave the team" }).click();
    await question.getByText("Transfer or delete them first.", { exact: false }).waitFor();
    await expect.poll(() => question.getByText("only admin").count()).toBe(0);
    await question.getByRole("link", { name: "Transfer or delete this project" }).click();
    await page.getByRole("region", { name: "Delete project" }).waitFor();
    expect(await creator.listOwnedProjects()).toHaveLength(1);
  });

  it("403: a member sees who else is there, and removes no one", async ({ expect }) => {
    // Attack: a member who is no admin removes the admin, to be alone with the project.
    const { page, team, members, creator } = await openOwners({ others: 1, as: "member" });
    await rows(page).nth(1).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(0);
    const theirs = await members[0]?.getTeam(team.id);
    const { accessToken } = (await members[0]?.currentSession.getTokens()) ?? {};
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/team-memberships/${team.id}/${creator.id}`, {
      method: "DELETE",
      headers: {
        "x-stack-project-id": "internal",
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
        "x-stack-access-token": accessToken ?? "",
      },
    });
    expect(response.status).toBe(401);
    expect((await theirs?.listUsers())?.map(({ id }) => id)).toContain(creator.id);
  });
});
