import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { launchBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;

beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop()]));

const password = "correct horse battery staple 7";

/** A project with a user in a team, its owner, and a page of the owner's at the user. */
async function openUser(part = "") {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bookshop",
    teamId: owner.selectedTeam?.id ?? "",
    config: { credentialEnabled: true, magicLinkEnabled: true, allowUserApiKeys: true },
  });
  const { app, id } = project;
  await project.updateConfig({ "payments.items.credits": { displayName: "Credits", customerType: "user" } } as never);
  const created = await app.createUser({
    displayName: "Ada Lovelace",
    primaryEmail: "ada@example.com",
    primaryEmailAuthEnabled: true,
    password,
  });
  const team = await app.createTeam({ displayName: "Engines" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${id}/users/${created.id}${part}`);
  await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor();
  const user = async () => {
    const found = await app.getUser(created.id);
    if (!found) throw new Error("The user is gone.");
    return found;
  };
  return { app, page, team, user, userId: created.id };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

async function openPart(page: Page, name: string, heading = name) {
  await page.getByRole("navigation", { name: "Parts of the user" }).getByRole("link", { name, exact: true }).click();
  await card(page, heading).waitFor();
}

describe("the page of a user", () => {
  it("changes the profile and the addresses", async ({ expect }) => {
    const { page, user } = await openUser();
    await page.getByLabel("Display name").fill("Ada King");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Ada King" }).waitFor();
    expect((await user()).displayName).toBe("Ada King");

    await button(page, "Add address").click();
    await dialog(page).getByLabel("Email", { exact: true }).fill("king@example.com");
    await dialog(page).getByRole("button", { name: "Add address" }).click();
    await button(page, "Verify king@example.com").click();
    await dialog(page).getByRole("button", { name: "Mark as verified" }).click();
    await button(page, "Verify king@example.com").waitFor({ state: "detached" });
    await button(page, "Make primary: king@example.com").click();
    await button(page, "Make primary: ada@example.com").waitFor();
    await button(page, "Remove ada@example.com").click();
    await dialog(page).getByRole("button", { name: "Remove address" }).click();
    await button(page, "Remove ada@example.com").waitFor({ state: "detached" });
    const [channel, ...others] = await (await user()).listContactChannels();
    expect(others).toEqual([]);
    expect(channel).toMatchObject({ value: "king@example.com", isVerified: true, isPrimary: true, usedForAuth: true });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("changes how the user signs in, and ends their sessions", async ({ expect }) => {
    const { page, user } = await openUser("?part=sign-in");
    await (await user()).createSession({ expiresInMillis: 60_000 });
    await page.getByRole("switch", { name: "Sign-in by email" }).click();
    await expect.poll(async () => (await user()).otpAuthEnabled).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await openPart(page, "Sessions");
    await button(page, "End session: Unknown browser").click();
    await page.getByText("The user is not signed in anywhere.").waitFor();
    await openPart(page, "Sign-in", "Password");
    await button(page, "Remove password").click();
    await dialog(page).getByRole("button", { name: "Remove password" }).click();
    await button(page, "Set password").waitFor();
    expect((await user()).hasPassword).toBe(false);
  });

  it("adds the user to a team, and grants and revokes permissions there", async ({ expect }) => {
    const { app, page, team, user } = await openUser("?part=teams");
    await app.createTeamPermissionDefinition({
      id: "read_reports",
      description: "Read reports",
      containedPermissionIds: [],
    });
    await button(page, "Add to a team").click();
    await dialog(page).getByRole("button", { name: "Add to team" }).click();
    await page.getByRole("link", { name: "Permissions in Engines" }).click();
    await page.waitForURL(`**?part=permissions&team=${team.id}`);
    await button(page, "Grant read_reports").click();
    await button(page, "Revoke read_reports").waitFor();
    expect(await (await user()).hasPermission(team, "read_reports")).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Revoke read_reports").click();
    await button(page, "Grant read_reports").waitFor();
    expect(await (await user()).hasPermission(team, "read_reports")).toBe(false);
    await openPart(page, "Teams");
    await button(page, "Remove from Engines").click();
    await dialog(page).getByRole("button", { name: "Remove from team" }).click();
    await page.getByText("The user is in no team.", { exact: false }).waitFor();
    expect(await (await user()).listTeams()).toEqual([]);
  });

  it("refuses metadata that is no JSON, with its line, and keeps what was typed", async ({ expect }) => {
    const { page, user } = await openUser("?part=metadata");
    const server = page.getByLabel("Server metadata");
    await server.fill('{\n  "plan": "pro",\n}');
    await button(page, "Save").click();
    await page.getByText("This is not JSON, in line 3", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await server.fill('{ "plan": "pro" }');
    await button(page, "Save").click();
    await page.getByText("Metadata saved.").waitFor();
    expect((await user()).serverMetadata).toEqual({ plan: "pro" });
  });

  it("creates API keys, changes quantities, and shows events and mails, also on a phone", async ({ expect }) => {
    const { page, user } = await openUser("?part=keys");
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Create API key").click();
    await dialog(page).getByLabel("Description").fill("Nightly backup");
    await dialog(page).getByRole("button", { name: "Create key" }).click();
    await dialog(page).getByRole("checkbox").check();
    await dialog(page).getByRole("button").last().click();
    await page.getByRole("table", { name: "API keys" }).getByText("Nightly backup").waitFor();
    expect((await (await user()).listApiKeys()).map(({ description }) => description)).toEqual(["Nightly backup"]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await openPart(page, "Items");
    await button(page, "Change the quantity of Credits").click();
    await dialog(page).getByLabel("Quantity to add").fill("25");
    await dialog(page).getByRole("button", { name: "Change quantity" }).click();
    await card(page, "Items").getByText("25", { exact: true }).waitFor();
    expect((await (await user()).getItem("credits")).quantity).toBe(25);
    expect(await accessibilityProblems(page)).toEqual([]);

    await openPart(page, "Activity");
    await card(page, "Activity").getByText("User created").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await openPart(page, "Emails", "Emails received");
    await page.getByRole("switch", { name: "Marketing" }).click();
    await expect
      .poll(
        async () =>
          (await (await user()).listNotificationCategories()).find(({ name }) => name === "Marketing")?.enabled,
      )
      .toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it("sends a password reset link, impersonates, and deletes the user", async ({ expect }) => {
    const { app, page, userId } = await openUser();
    const choose = async (action: string) => {
      await button(page, "Actions").click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Send password reset link");
    await dialog(page).getByRole("button", { name: "Send email" }).click();
    await page.getByText("The email is on its way to ada@example.com.").waitFor();
    const { text } = await gatehouse.mailbox.waitFor({ to: "ada@example.com", subject: /password/i });
    expect(text).toContain("/handler/password-reset?");

    await choose("Impersonate");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Start session" }).click();
    await dialog(page).getByText("document.cookie", { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
    await openPart(page, "Sessions");
    await card(page, "Sessions").getByText("Impersonation", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await choose("Delete user");
    await dialog(page).getByLabel("Type “delete” to confirm").fill("delete");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await page.waitForURL("**/users");
    expect(await app.getUser(userId)).toBeNull();
  });
});
