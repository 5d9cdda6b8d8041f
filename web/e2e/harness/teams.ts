import type { Page } from "playwright-core";
import { expect } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { newOwnedProject, newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser, visitSignedIn } from "./browser";
import { button, dialog } from "./locators";
import { adminRequest } from "./site-project";

const browser = await sharedBrowser();

/** A project with users and a team of the first of them, and what of it is opened: the list, or the team. */
export async function openTeams(gatehouse: Gatehouse, open: (teamId: string) => string = () => "") {
  const { owner, project } = await newOwnedProject(gatehouse, "Press");
  await project.updateConfig({
    "domains.trustedDomains.site": { baseUrl: "https://press.example.com", handlerPath: "/handler" },
    "apiKeys.enabled.team": true,
    "payments.items.seats": { displayName: "Seats", customerType: "team" },
  });
  const ada = await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
  const grace = await project.app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
  const team = await project.app.createTeam({ displayName: "Analysts", creatorUserId: ada.id });
  const path = `/projects/${project.id}/teams${open(team.id)}`;
  const page = await visitSignedIn(browser, gatehouse, owner, path, /Failed to load resource/);
  return { page, project, team, ada, grace };
}

export const list = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");

export const members = (page: Page) => page.getByRole("list", { name: "Members of the team" }).getByRole("listitem");

/** Returns what the page of an invitation shows of it. */
export async function invitation(page: Page): Promise<string[]> {
  const facts = await page.getByRole("list", { name: "Invitation" }).getByRole("listitem").allInnerTexts();
  return facts.map((fact) => fact.replace(/\s+/g, " "));
}

/** Creates a key in the dialog of the shown section, and returns its text. */
export async function createKey(page: Page, description: string): Promise<string> {
  await button(page, "Create API key").click();
  await dialog(page).getByLabel("Description").fill(description);
  await button(page, "Create key").click();
  const shown = dialog(page).getByRole("status", { name: "Secret API key" });
  const key = await shown.innerText();
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), "cut off").toBe(0);
  // It looks disabled until the box is ticked, and says so.
  await dialog(page).locator("button[aria-disabled=true]", { hasText: "Close" }).press("Enter");
  await page.getByText("Tick the box below first, so that the key is not lost by accident.").waitFor();
  await dialog(page).getByRole("checkbox").check();
  // The cross and the button below it.
  await button(page, "Close").last().click();
  await button(page, `Revoke ${description}`).waitFor();
  return key;
}

/** Returns what the tests of teams and invitations do on the site. */
export function teamPages({ gatehouse }: { gatehouse: Gatehouse }) {
  /** The owner of an API key; rejects for an invalid one. */
  function ownerOfKey(type: "user" | "team", api_key: string) {
    return adminRequest(gatehouse, "POST", `/${type}-api-keys/check`, { api_key }).then(
      (key) => key.user_id ?? key.team_id,
    );
  }

  /** A user with a team, and further permissions in it than to update it and to read its members. */
  async function teamOwner(...permissionIds: string[]) {
    const user = await newOwner(gatehouse);
    const team = user.selectedTeam;
    if (!team) throw new Error("The new owner has no team.");
    for (const id of permissionIds)
      await adminRequest(gatehouse, "POST", `/team-permissions/${team.id}/${user.id}/${id}`, {});
    return { user, team };
  }

  /** Invites an address through the API, and returns the link of the email. */
  async function newInvitation(teamId: string, email = newAddress("guest")): Promise<string> {
    const callback_url = `${gatehouse.webUrl}/handler/team-invitation`;
    await adminRequest(gatehouse, "POST", "/team-invitations/send-code", { team_id: teamId, email, callback_url });
    return invitationTo(email);
  }

  /** The link of the newest invitation that was emailed to an address. */
  async function invitationTo(email: string): Promise<string> {
    const { text } = await gatehouse.mailbox.waitFor({ to: email, subject: /invited/i });
    const link = text.match(/https?:\/\/\S+code=[0-9a-z]{45}/)?.[0];
    if (!link?.startsWith(`${gatehouse.webUrl}/handler/team-invitation?`)) throw new Error(`No link in: ${text}`);
    return link;
  }

  return { ownerOfKey, teamOwner, newInvitation, invitationTo };
}

/** The owner of a new project, and their team, which has no other member. */
export async function newOwnerOf(gatehouse: Gatehouse, displayName: string) {
  const owner = await newOwner(gatehouse);
  const team = owner.selectedTeam;
  if (!team) throw new Error("The new owner has no team");
  const project = await owner.createProject({ displayName, teamId: team.id });
  return { owner, team, project };
}

/** A project of a team with these further members, opened by its creator. */
export async function openOwners(gatehouse: Gatehouse, { others = 0 } = {}) {
  const { owner: creator, team, project } = await newOwnerOf(gatehouse, "Bakery");
  const members = await Promise.all(Array.from({ length: others }, () => newOwner(gatehouse)));
  for (const { id } of members) await adminRequest(gatehouse, "POST", `/team-memberships/${team.id}/${id}`, {});
  const page = await visitSignedIn(
    browser,
    gatehouse,
    creator,
    `/projects/${project.id}/owners`,
    /Failed to load resource/,
  );
  await page.getByRole("heading", { level: 1, name: "Owners" }).waitFor();
  return { page, creator, team, project, members };
}

export const rows = (page: Page) => page.getByRole("list", { name: "Members", exact: true }).getByRole("listitem");
