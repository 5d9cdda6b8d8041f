import type { Page } from "playwright-core";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, card, dialog, heading } from "./harness/locators";
import { adminRequest, configureSite, overrideSite } from "./harness/site-project";
import { createKey, members, teamPages } from "./harness/teams";
import { dot } from "./harness/users";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { ownerOfKey, teamOwner, newInvitation } = teamPages({ gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { allow_user_api_keys: true, allow_team_api_keys: true });
});
const unknownCode = "0".repeat(45);

/** Does what a browser does when its user returns to the tab; a headless one shows all tabs at once. */
async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

describe("an invitation", () => {
  it("can be ignored, and revoked with the permission to remove members", async ({ expect }) => {
    const { user, team } = await teamOwner("$invite_members");
    const email = newAddress("guest");
    const link = await newInvitation(team.id, email);
    const guest = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link);
    await button(guest, "Ignore").click();
    await heading(guest, "Projects").waitFor();

    const page = await visitSignedIn(browser, gatehouse, user, `/handler/account-settings#team-${team.id}`);
    await button(page, `Revoke the invitation of ${email}`).click();
    await button(page, "Revoke invitation").click();
    await page.getByText("There are no open invitations.").waitFor();
    await expect.poll(() => members(page).count()).toBe(1);
  });

  it("leads a member to the team instead of offering to join it", async ({ expect }) => {
    const { user, team } = await teamOwner();
    const page = await visitSignedIn(browser, gatehouse, user, await newInvitation(team.id));
    await heading(page, "You are a member of this team already").waitFor();
    await expect.poll(() => button(page, "Join").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Open the team").click();
    await page.getByRole("heading", { level: 2, name: team.displayName }).waitFor();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: is not valid without a user either, and offers no sign-in", async ({
    expect,
  }) => {
    const page = await openPage(browser, gatehouse.webUrl, /status of 404/);
    await page.goto(`/handler/team-invitation?code=${unknownCode}`);
    await heading(page, "This invitation link is not valid").waitFor();
    await expect.poll(() => button(page, "Sign in").count()).toBe(0);
  });

  it("404 TEAM_NOT_FOUND: shows that the team is deleted", async () => {
    const { team } = await teamOwner();
    const link = await newInvitation(team.id);
    await adminRequest(gatehouse, "DELETE", `/teams/${team.id}`);
    const guest = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link);
    await heading(guest, "This team does not exist any more").waitFor();
  });

  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired", async () => {
    const { team } = await teamOwner();
    const link = await newInvitation(team.id);
    const expire = "UPDATE verification_codes SET expires_at = ? WHERE kind = 'team_invitation'";
    changeStoredData(gatehouse, expire, Date.now() - 1);
    const guest = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link);
    await heading(guest, "This invitation link has expired").waitFor();
  });

  it("shows that it could not be accepted while the server is unreachable, and tries again", async () => {
    const { team } = await teamOwner();
    const guest = await visitSignedIn(
      browser,
      gatehouse,
      await newOwner(gatehouse),
      await newInvitation(team.id),
      /ERR_FAILED/,
    );
    await button(guest, "Join").waitFor();
    await guest.route("**/team-invitations/accept", (route) => route.abort());
    await button(guest, "Join").click();
    await heading(guest, "You could not join the team").waitFor();
    await guest.unroute("**/team-invitations/accept");
    await button(guest, "Try again").click();
    await guest.getByRole("heading", { level: 2, name: team.displayName }).waitFor();
  });

  it.for(["", `?code=${unknownCode.slice(1)}`])("team-invitation%s is not valid", async (query) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(`/handler/team-invitation${query}`);
    await heading(page, "This invitation link is not valid").waitFor();
  });

  it("names both addresses where another one was invited, and returns after a sign-in with that one", async ({
    expect,
  }) => {
    const { team } = await teamOwner();
    const email = newAddress("guest");
    const other = await newOwner(gatehouse);
    const page = await visitSignedIn(browser, gatehouse, other, await newInvitation(team.id, email));
    await page.getByText(`This invitation was sent to ${email}. You are signed in as ${other.primaryEmail}.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The page offers the sign-up before the redirect loads it again.
    await Promise.all([page.waitForEvent("load"), button(page, "Use another account").click()]);
    await button(page, "Create an account").click();
    await heading(page, "Create your account").waitFor();
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByText(`You join as ${email}.`).waitFor();
    await expect.poll(() => button(page, "Use another account").count()).toBe(0);
  });

  it("signs its recipient up where sign-up is closed, who is a member at once", async ({ expect }) => {
    const { team } = await teamOwner();
    const email = newAddress("guest");
    const link = await newInvitation(team.id, email);
    onTestFinished(() => overrideSite(gatehouse, { "auth.allowSignUp": null }));
    await overrideSite(gatehouse, { "auth.allowSignUp": false });
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(link);
    await button(page, "Create an account").click();
    await heading(page, "Create your account").waitFor();
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByRole("heading", { level: 2, name: team.displayName }).waitFor();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: is not valid when it was revoked while the page was open", async () => {
    const { team } = await teamOwner();
    const guest = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), await newInvitation(team.id));
    await heading(guest, "You are invited to a team").waitFor();
    const { items } = await adminRequest(gatehouse, "GET", `/team-invitations?team_id=${team.id}`);
    await adminRequest(gatehouse, "DELETE", `/team-invitations/${items[0].id}?team_id=${team.id}`);
    await button(guest, "Join").click();
    await heading(guest, "This invitation link is not valid").waitFor();
  });
});

describe("a team in the account settings", () => {
  it("creates API keys for the team where project and permissions allow it", async ({ expect }) => {
    const { user, team } = await teamOwner("$manage_api_keys");
    const page = await visitSignedIn(browser, gatehouse, user, `/handler/account-settings#team-${team.id}`);
    expect(await ownerOfKey("team", await createKey(page, "Nightly backup"))).toBe(team.id);
  });

  it("can be created, renamed and left, and shows its members by name", async ({ expect }) => {
    const { user } = await teamOwner();
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#team-creation");
    const name = card(page, "New team").getByLabel("Display name of the team");
    await name.fill("   ");
    // By the field: the heading of the section takes the focus once it is shown.
    await name.press("Enter");
    await page.getByText("Enter a name.").waitFor();
    await name.fill("Bakers");
    await name.press("Enter");
    await card(page, "Leave team").waitFor();
    await expect.poll(() => page.url()).toMatch(/#team-[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 2, name: "Bakers" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByLabel("Display name of the team").fill("Millers");
    await card(page, "Team name").getByRole("button", { name: "Save" }).click();
    await page.getByText("The team's name has been saved.").waitFor();
    await page.getByRole("heading", { level: 2, name: "Millers" }).waitFor();
    await page.getByLabel("Name in this team", { exact: true }).fill("Captain");
    await card(page, "Your name in this team").getByRole("button", { name: "Save" }).click();
    await members(page).getByText("Captain").waitFor();
    await page.getByLabel("Team image file").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
    await button(page, "Save image").click();
    await page.getByText("Your team image has been saved.").waitFor();
    await page.getByRole("link", { name: "Millers" }).locator("img").waitFor();

    await button(page, "Leave team").click();
    await dialog(page)
      .getByText("You are the only one who can manage this team. Once you have left, nobody can.", { exact: false })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByText("API keys of the team that you have made are revoked.").waitFor();
    await dialog(page).getByRole("button", { name: "Leave team" }).click();
    await page.getByText("You have left the team.").waitFor();
    await page.getByRole("heading", { level: 2, name: "My profile" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Millers" }).count()).toBe(0);
  });

  it("lists members with name, address and role, and removes one, for who may", async ({ expect }) => {
    const { user, team } = await teamOwner();
    await user.setDisplayName("Ada");
    const other = await newOwner(gatehouse);
    await other.setDisplayName("Bob");
    await adminRequest(gatehouse, "POST", `/team-memberships/${team.id}/${other.id}`, {});
    const path = `/handler/account-settings#team-${team.id}`;
    const page = await visitSignedIn(browser, gatehouse, user, path);
    await members(page).nth(1).waitFor();
    const listed = async (shown: Page) =>
      (await members(shown).allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    expect(await listed(page)).toEqual([
      expect.stringMatching(new RegExp(`^(AD )?Ada You ${user.primaryEmail} Admin$`)),
      expect.stringMatching(new RegExp(`^(BO )?Bob ${other.primaryEmail} Member Remove$`)),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);

    const guest = await visitSignedIn(browser, gatehouse, other, path);
    await members(guest).nth(1).waitFor();
    const seen = (await listed(guest)).join(" ");
    expect(seen).not.toContain(user.primaryEmail);
    expect(seen).not.toContain("Remove");

    await button(page, "Remove Bob").click();
    await dialog(page).getByText(`Bob (${other.primaryEmail}) loses what members may see and do.`).waitFor();
    await dialog(page).getByText("API keys of the team that they have made are revoked.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Remove member").click();
    await page.getByText("The member has been removed.").waitFor();
    await expect.poll(() => members(page).count()).toBe(1);
    await returnTo(guest);
    await guest.getByRole("heading", { level: 2, name: "My profile" }).waitFor();
  });
});

describe("the user's API keys", () => {
  it("have no section where the project disables them", async ({ expect }) => {
    await configureSite(gatehouse, { allow_user_api_keys: false });
    const page = await visitSignedIn(
      browser,
      gatehouse,
      await newOwner(gatehouse),
      "/handler/account-settings#api-keys",
    );
    await page.getByRole("heading", { level: 2, name: "My profile" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await configureSite(gatehouse, { allow_user_api_keys: true });
  });

  it("are created with an expiry, shown once, rolled with a grace period, and revoked", async ({ expect }) => {
    const { user } = await teamOwner();
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#api-keys");
    await page.getByText("There are no API keys yet.").waitFor();
    await button(page, "Create API key").click();
    await button(page, "Create key").click();
    await page.getByText("Say where this key is used.").waitFor();
    await button(page, "Cancel").click();

    const key = await createKey(page, "Old laptop");
    expect(await ownerOfKey("user", key)).toBe(user.id);
    const [stored] = (await adminRequest(gatehouse, "GET", `/user-api-keys?user_id=${user.id}`)).items;
    expect(Math.round((stored.expires_at_millis - stored.created_at_millis) / 86_400_000)).toBe(30);
    const row = page.getByRole("row").filter({ hasText: "Old laptop" });
    await expect.poll(() => row.innerText()).toContain(key.slice(-4));
    await expect.poll(() => page.getByRole("main").innerText()).not.toContain(key);
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Roll Old laptop").click();
    await dialog(page).getByLabel("The old one works for").selectOption("1 more hour");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Roll", exact: true }).click();
    const rolled = await dialog(page).getByRole("status", { name: "Secret API key" }).innerText();
    await dialog(page).getByRole("checkbox").check();
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    const old = row.filter({ hasText: "Replaced by a new one" });
    await old.waitFor();
    for (const value of [key, rolled]) expect(await ownerOfKey("user", value)).toBe(user.id);

    await old.getByRole("button", { name: "Revoke Old laptop" }).click();
    await button(page, "Revoke key").click();
    await old.getByRole("cell", { name: "Revoked", exact: true }).waitFor();
    await expect.poll(() => old.getByRole("button").count()).toBe(0);
    await expect(ownerOfKey("user", key)).rejects.toThrow("API_KEY_REVOKED");
  });
});
