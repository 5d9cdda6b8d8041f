import type { Page } from "playwright-core";
import { newAddress } from "../../../scripts/testing/accounts";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { button, dialog } from "./locators";
import { adminRequest } from "./site-project";

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
  const key = await dialog(page).getByRole("status", { name: "Secret API key" }).innerText();
  // The cross and the button below it.
  await button(page, "Close").last().click();
  await page.getByText("Tick the box below first, so that the key is not lost by accident.").waitFor();
  await dialog(page).getByRole("checkbox").check();
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
