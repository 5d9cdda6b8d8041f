import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { button, card, dialog } from "./harness/locators";
import { openPart, openUser } from "./harness/users";

const gatehouse = await sharedGatehouse();

describe("the page of a user", () => {
  it("says how many recovery codes are left, and what each linked account is connected for", async ({ expect }) => {
    const { app, page, user } = await openUser(gatehouse, { part: "?part=sign-in" });
    await app.createOAuthProvider({
      userId: (await user()).id,
      accountId: "g-1",
      providerConfigId: "google",
      email: "ada@gmail.example",
      allowSignIn: true,
      allowConnectedAccounts: true,
    });
    await (await user()).update({ totpMultiFactorSecret: new Uint8Array(20) });
    await page.reload();
    await page.getByText("No recovery codes left").waitFor();
    await page.getByText("No token is stored.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const obstacles = card(page, "Why can this person not sign in?");
    await obstacles.getByText("a recovery code signs them in: 0 left.", { exact: false }).waitFor();
    await obstacles.getByRole("button", { name: "Switch off" }).click();
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await page.getByText("No recovery codes left").waitFor({ state: "detached" });
  });

  it("adds the user to a team, and grants and revokes permissions there", async ({ expect }) => {
    const { app, page, team, user } = await openUser(gatehouse, { part: "?part=access" });
    await app.createTeamPermissionDefinition({
      id: "read_reports",
      description: "Read reports",
      containedPermissionIds: [],
    });
    // More than are shown at once.
    for (const name of "ABCDEFGH") await app.createTeam({ displayName: `Team ${name}` });
    await page.getByRole("link", { name: "Add to a team" }).click();
    await dialog(page).getByText("There are more teams: search for the one you mean.").waitFor();
    await expect.poll(() => dialog(page).getByRole("radio", { name: "Engines" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("searchbox").fill("engi");
    await dialog(page).getByRole("radio", { name: "Engines" }).check();
    await dialog(page).getByRole("button", { name: "Add to team" }).click();
    await page.getByRole("link", { name: "Add to a team" }).click();
    await dialog(page).getByRole("searchbox").fill("engi");
    await dialog(page).getByRole("radio", { name: "Engines", disabled: true }).waitFor();
    await dialog(page).getByText("The user is a member already.").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Permissions in Engines" }).click();
    await page.waitForURL(`**?part=access&team=${team.id}`);
    await button(page, "Grant read_reports").click();
    await button(page, "Revoke read_reports").waitFor();
    expect(await (await user()).hasPermission(team, "read_reports")).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Revoke read_reports").click();
    await button(page, "Grant read_reports").waitFor();
    expect(await (await user()).hasPermission(team, "read_reports")).toBe(false);
    await button(page, "Remove from Engines").click();
    await dialog(page).getByRole("button", { name: "Remove from team" }).click();
    await page.getByText("The user is in no team.", { exact: false }).waitFor();
    expect(await (await user()).listTeams()).toEqual([]);
  });

  it("refuses metadata that is no JSON, with its line, and keeps what was typed", async ({ expect }) => {
    const { page, user } = await openUser(gatehouse, { part: "?part=data" });
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

  it("goes on with the focus and the selection of metadata when the editor takes the place of the plain field", async ({
    expect,
  }) => {
    const { page, user } = await openUser(gatehouse);
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/loaded-*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await openPart(page, "Data", "Metadata");
    const server = page.getByLabel("Server metadata");
    await server.fill('{ "plan": "free" }');
    // Changes what a key would change, in the same task in which the field goes.
    const replaced = await server.evaluateHandle((element) => {
      const field = element as HTMLTextAreaElement;
      field.setSelectionRange(field.value.indexOf("free"), field.value.indexOf("free") + "free".length);
      const seen = new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (field.isConnected) return;
          observer.disconnect();
          const focused = document.activeElement?.getAttribute("aria-label");
          resolve({ focused, selected: getSelection()?.toString() });
        }).observe(document.body, { childList: true, subtree: true });
      });
      return { seen };
    });
    held.resolve();
    expect(await replaced.evaluate(({ seen }) => seen)).toEqual({ focused: "Server metadata", selected: "free" });
    await page.keyboard.insertText("pro");
    await button(page, "Save").click();
    await page.getByText("Metadata saved.").waitFor();
    expect((await user()).serverMetadata).toEqual({ plan: "pro" });
  });

  it("creates API keys, changes quantities, and shows events and emails, also on a phone", async ({ expect }) => {
    const { page, user } = await openUser(gatehouse, { part: "?part=access" });
    await page.setViewportSize({ width: 390, height: 844 });
    await card(page, "API keys").getByText("user.createApiKey", { exact: false }).waitFor();
    await button(page, "Create API key").click();
    await dialog(page).getByLabel("Description").fill("Nightly backup");
    await dialog(page).getByRole("button", { name: "Create key" }).click();
    await dialog(page).getByRole("checkbox").check();
    await dialog(page).getByRole("button").last().click();
    await page.getByRole("table", { name: "API keys" }).getByText("Nightly backup").waitFor();
    expect((await (await user()).listApiKeys()).map(({ description }) => description)).toEqual(["Nightly backup"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Show as code").click();
    await dialog(page).getByText("await user.createApiKey({", { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Done" }).click();

    await openPart(page, "Data", "Items");
    await button(page, "Change the quantity of Credits").click();
    await dialog(page).getByLabel("Quantity to add").fill("25");
    await dialog(page).getByRole("button", { name: "Change quantity" }).click();
    await card(page, "Items").getByText("25", { exact: true }).waitFor();
    expect((await (await user()).getItem("credits")).quantity).toBe(25);
    expect(await accessibilityProblems(page)).toEqual([]);

    await openPart(page, "History", "Activity");
    await card(page, "Activity").getByText("User created").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
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

  it("lists the emails to all addresses, each of which leads to what became of it", async ({ expect }) => {
    const { app, page, user } = await openUser(gatehouse, { part: "?part=history" });
    await page.getByText("No email was sent to this user yet.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await (await user()).createContactChannel({ type: "email", value: "king@example.com", usedForAuth: true });
    const grace = await app.createUser({ primaryEmail: "grace@example.com" });
    const callbackUrl = `${gatehouse.webUrl}/handler/email-verification`;
    for (const recipient of [await user(), grace]) {
      for (const channel of await recipient.listContactChannels()) await channel.sendVerificationEmail({ callbackUrl });
    }
    await page.reload();
    const emails = page.getByRole("list", { name: "Emails received" }).getByRole("listitem");
    await emails.nth(1).waitFor();
    const recipients = (await emails.allInnerTexts()).map((text) => /\w+@example\.com/.exec(text)?.[0]);
    expect(recipients.toSorted()).toEqual(["ada@example.com", "king@example.com"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await emails.filter({ hasText: "king@example.com" }).getByRole("link").click();
    await dialog(page).getByText("Delivered").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("to")).toBe("king@example.com");
  });

  it("has an address for each dialog, which a reload opens again and Back closes", async () => {
    const { page } = await openUser(gatehouse);
    await button(page, "Actions").click();
    await page.getByRole("menuitem", { name: "Suspend user" }).click();
    await page.waitForURL("**?action=suspend");
    await page.reload();
    await dialog(page).getByLabel("Reason (optional)").waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    await page.goForward();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL((url) => url.search === "");
    await dialog(page).waitFor({ state: "detached" });
  });

  it("offers no link that would not sign the user in, and says why", async () => {
    const { page } = await openUser(gatehouse);
    await button(page, "Actions").click();
    const link = page.getByRole("menuitem", { name: "Send sign-in link", disabled: true });
    await link.getByText("The user’s address is not verified.").waitFor();
  });

  it("offers no link of a sign-in method that is off, and says why", async ({ expect }) => {
    const { page } = await openUser(gatehouse, { methods: { credentialEnabled: false, magicLinkEnabled: false } });
    await button(page, "Actions").click();
    const reset = page.getByRole("menuitem", { name: "Send password reset link", disabled: true });
    await expect.poll(() => reset.innerText()).toContain("Sign-in with a password is off.");
    const link = page.getByRole("menuitem", { name: "Send sign-in link", disabled: true });
    await expect.poll(() => link.innerText()).toContain("Sign-in with a one-time code or link is off.");
    await page.getByRole("menuitem", { name: "Impersonate", disabled: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Impersonate" }).click();
    await dialog(page).getByRole("button", { name: "Start session" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("changes how the user signs in, and ends their sessions", async ({ expect }) => {
    const { page, user } = await openUser(gatehouse, { part: "?part=sign-in" });
    // Codes are on for whoever has never switched them off, and chosen once they are switched on.
    const codes = page.getByRole("switch", { name: "Sign-in by email" });
    await codes.click();
    await codes.and(page.locator("[aria-checked=false][aria-busy=false]")).waitFor();
    await codes.click();
    await expect.poll(async () => (await user()).otpAuthEnabled).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await (await user()).createSession({ expiresInMillis: 60_000 });
    await page.reload();
    await button(page, "End session: Unknown browser").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "End session: Unknown browser").click();
    await page.getByText("The user is not signed in anywhere.").waitFor();
    await button(page, "Remove password").click();
    await dialog(page).getByRole("button", { name: "Remove password" }).click();
    await button(page, "Set password").waitFor();
    expect((await user()).hasPassword).toBe(false);
  });

  it("suspends the user, who cannot sign in until the suspension is lifted", async ({ expect }) => {
    const { app, page, user, userId } = await openUser(gatehouse);
    const choose = async (action: string) => {
      await button(page, "Actions").click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Suspend user");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByLabel("Reason (optional)").fill("Sends spam");
    await dialog(page).getByRole("button", { name: "Suspend user" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "This user cannot sign in: suspended" });
    await notice.getByText("Sends spam").waitFor();
    await page.getByText("Suspended", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect((await user()).createSession({})).rejects.toThrow();
    await button(page, "Actions").click();
    await expect
      .poll(() => page.getByRole("menuitem", { name: "Impersonate" }).getAttribute("aria-disabled"))
      .toBe("true");
    await page.getByRole("menuitem", { name: "Change the reason" }).click();
    await dialog(page).getByLabel("Reason (optional)").fill("Sent spam in May");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await notice.getByText("Sent spam in May").waitFor();
    await button(page, "Show as code").click();
    await page.getByText('method: "PUT"', { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Done" }).click();

    await notice.getByRole("button", { name: "Lift suspension" }).click();
    await dialog(page).getByRole("button", { name: "Lift suspension" }).click();
    await page.getByText("Ada Lovelace can sign in again.").waitFor();
    await notice.waitFor({ state: "detached" });
    await (await user()).createSession({});
    expect((await app.getUser(userId))?.displayName).toBe("Ada Lovelace");
  });

  it("answers why the user cannot sign in, with what mends it, also on a phone", async ({ expect }) => {
    const email = newAddress("locked-out");
    const { app, page } = await openUser(gatehouse, { email });
    const callbackUrl = `${gatehouse.webUrl}/handler/magic-link-callback`;
    await expect(app.sendMagicLinkEmail(email, { callbackUrl })).rejects.toThrow();
    await page.setViewportSize({ width: 390, height: 844 });
    await openPart(page, "Sign-in", "Why can this person not sign in?");
    await card(page, "Failed and blocked sign-ins").getByText("codes do not sign the user in").waitFor();
    await card(page, "Why can this person not sign in?").getByText(`${email} is not verified`).waitFor();
    await card(page, "Why can this person not sign in?").getByText("Codes that were asked for and not sent").waitFor();
    await card(page, "Sign-in methods").getByText("Not set up").first().waitFor();
    await card(page, "Failed and blocked sign-ins").getByText("Blocked", { exact: true }).waitFor();
    await button(page, "Send password reset link").click();
    await dialog(page).getByRole("button", { name: "Send email" }).click();
    await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await dialog(page).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
