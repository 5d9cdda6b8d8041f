import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, card, heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";
import { invitation, members, teamPages } from "./harness/teams";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { teamOwner, invitationTo } = teamPages({ gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { allow_user_api_keys: true, allow_team_api_keys: true });
});
const openInvitations = (page: Page) => page.getByRole("list", { name: "Open invitations" }).getByRole("listitem");

/** Does what a browser does when its user returns to the tab; a headless one shows all tabs at once. */
async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

describe("an invitation", () => {
  it("is emailed, adds a new user to the team after sign-up, and works once", async ({ expect }) => {
    const { user, team } = await teamOwner("$invite_members");
    await user.setDisplayName("Ada Owner");
    const page = await visitSignedIn(browser, gatehouse, user, `/handler/account-settings#team-${team.id}`);
    const email = newAddress("guest");
    // Teams of the internal project own projects.
    await card(page, "Invite a member")
      .getByText("join the team and administer its projects, unless it is for this address only.")
      .waitFor();
    await card(page, "Invite a member").getByLabel("Email").fill("not-an-address");
    await card(page, "Invite a member").getByLabel("Email").press("Enter");
    await page.getByText("Enter a valid email address, such as name@example.com.").waitFor();
    await card(page, "Invite a member").getByLabel("Email").fill(email);
    await card(page, "Invite a member").getByLabel("Email").press("Enter");
    await page.getByText("The invitation is on its way.").waitFor();
    await openInvitations(page).getByText(email).waitFor();
    await expect.poll(() => members(page).count()).toBe(1);

    const link = await invitationTo(email);
    const guest = await openPage(browser, gatehouse.webUrl);
    await guest.goto(link);
    await heading(guest, "You are invited to a team").waitFor();
    // The name of the team has an address in it, which an invitation does not show.
    expect(await invitation(guest)).toEqual(["Invited by Ada Owner", `Sent to ${email}`]);
    expect(await accessibilityProblems(guest)).toEqual([]);
    await button(guest, "Sign in").click();
    await heading(guest, "Sign in").waitFor();
    await expect.poll(() => guest.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await guest.goBack();
    await button(guest, "Create an account").click();
    await heading(guest, "Create your account").waitFor();
    await expect.poll(() => guest.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await guest.getByLabel("Password", { exact: true }).press("Enter");
    await guest.getByText(`You join as ${email}.`).waitFor();
    await expect.poll(() => guest.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(email);
    expect(await accessibilityProblems(guest)).toEqual([]);
    await button(guest, "Join").click();
    await guest.getByRole("heading", { level: 2, name: team.displayName }).waitFor();
    await expect.poll(() => new URL(guest.url()).hash).toBe(`#team-${team.id}`);

    await returnTo(page);
    await members(page).nth(1).waitFor();
    await page.getByText("There are no open invitations.").waitFor();

    await card(guest, "Leave team").waitFor();
    await expect.poll(() => members(guest).count()).toBe(2);
    for (const name of ["Team name", "Team image", "Invite a member", "Open invitations", "Team API keys"]) {
      await expect.poll(() => card(guest, name).count()).toBe(0);
    }

    await guest.goto(link);
    await heading(guest, "This invitation link was already used").waitFor();
  });
});
