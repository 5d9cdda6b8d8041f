import { readFile } from "node:fs/promises";
import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { button, card, dialog } from "./harness/locators";
import { dot, openPart, openUser, openUsers, people, shows } from "./harness/users";

const gatehouse = await sharedGatehouse();

describe("the list of users", () => {
  it("teaches how to create the first user, and creates one, whom it shows without a reload", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, [], "", { magicLinkEnabled: true });
    await page.getByText("No users yet").waitFor();
    await page.getByText("serverApp.createUser", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create user" }).first().click();
    await page.waitForURL("**/users?open=create");
    const form = dialog(page, /^Create user/);
    await form.getByRole("button", { name: "Create user" }).click();
    await form.getByText("Enter an email address or a display name.").waitFor();
    await form.getByLabel("Display name").fill("Ada");
    await form.getByLabel("Email").fill("ada@example.com");
    await form.getByText("the user cannot sign in by email until", { exact: false }).waitFor();
    await form.getByLabel("Verified").check();
    await form.getByText("Leave empty for a user who signs in by emailed code.").waitFor();
    await form.getByRole("button", { name: "Create user" }).click();
    await shows(page, ["Ada"]);
    await page.getByText("1 user has an account in this project.").waitFor();
    const [ada] = await app.listUsers();
    expect(ada).toMatchObject({ displayName: "Ada", primaryEmail: "ada@example.com", otpAuthEnabled: true });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByText("await serverApp.createUser(", { exact: false }).last().waitFor();
  });
});

describe("a menu of the list", () => {
  it("is closed by its button, and by no key that moves within it, and begins at its first item", async ({
    expect,
  }) => {
    const { page } = await openUsers(gatehouse, people);
    const button = page.getByRole("button", { name: "Columns" });
    const menu = page.getByRole("menu", { name: "Columns" });
    await button.click();
    await menu.waitFor();
    await button.click();
    await menu.waitFor({ state: "hidden" });

    // A press by this key is a click that looks like a screen reader's.
    await button.press("Space");
    const last = page.getByRole("menuitemcheckbox", { name: "ID" });
    await page.getByRole("menuitemcheckbox", { name: "Email" }).and(page.locator(":focus")).waitFor();
    await page.evaluate(() => {
      const record = (event: Event) => Object.assign(globalThis, { isTaken: event.defaultPrevented });
      window.addEventListener("keydown", record, { once: true });
    });
    await page.keyboard.press("End");
    await last.and(page.locator(":focus")).waitFor();
    // The browser would scroll a page that is longer than the window, which closes the menu.
    expect(await page.evaluate(() => (globalThis as unknown as { isTaken: boolean }).isTaken)).toBe(true);
  });
});

describe("a file of users", () => {
  // Attack: a user names themselves a formula, which the owner's spreadsheet would run.
  it("is exported with all users whom the filters select, without formulas", async ({ expect }) => {
    const evil = {
      displayName: '=HYPERLINK("https://evil.test")',
      primaryEmail: "e@a.test",
      primaryEmailVerified: true,
    };
    const { page } = await openUsers(gatehouse, [...people, evil], "?email=verified&open=export");
    const form = dialog(page, /^Export users/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      form.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    await form.getByText("2 users are exported.").waitFor();
    expect(download.suggestedFilename()).toMatch(/^bakery-users-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(lines[0]).toMatch(
      /^\uFEFFid,display_name,primary_email,primary_email_verified,.*,is_anonymous,suspended_at,/,
    );
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.test"")",e@a.test,true,`);
    expect(lines[2]).toContain(",Ada,ada@example.com,true,");
    expect(lines).toHaveLength(4);
    await form.getByRole("button", { name: "Done" }).click();
    await page.waitForURL("**/users?email=verified");
  });
});

describe("the page of a user", () => {
  it("changes the profile and the addresses, sends a password reset link, impersonates, and deletes the user", async ({
    expect,
  }) => {
    const [ada, king] = [newAddress("ada"), newAddress("king")];
    const { app, page, user, userId } = await openUser(gatehouse, { email: ada });
    await page.getByLabel("Display name").fill("Ada King");
    // Another part of the page would lose what was typed, as another page would.
    await page.getByRole("navigation", { name: "Parts of the user" }).getByRole("link", { name: "Sign-in" }).click();
    await dialog(page, "Leave without saving?").getByRole("button", { name: "Stay" }).click();
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Ada King" }).waitFor();
    // At once: after six seconds it closes by itself.
    await button(page, "Dismiss notification").click();
    expect((await user()).displayName).toBe("Ada King");

    const file = { name: "dot.png", mimeType: "image/png" };
    const upload = page.getByLabel("File: Profile image address");
    await upload.setInputFiles({ ...file, buffer: Buffer.alloc(700_001) });
    await page.getByText("Choose a PNG, JPEG, WebP or GIF image of at most 700 KB.").waitFor();
    await upload.setInputFiles({ ...file, buffer: dot });
    await button(page, "Save").click();
    await page.getByText("Profile saved.").waitFor();
    expect((await user()).profileImageUrl).toMatch(/^http.*\/images\//);
    await button(page, "Show as code").click();
    await dialog(page).getByText('profileImageUrl: "data:image/png;base64,…"', { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Done" }).click();

    await page.getByRole("link", { name: "Add address" }).click();
    await dialog(page).getByLabel("Email", { exact: true }).fill(king);
    await dialog(page).getByRole("button", { name: "Add address" }).click();
    await button(page, `Verify ${king}`).click();
    await dialog(page).getByRole("button", { name: "Mark as verified" }).click();
    await button(page, `Verify ${king}`).waitFor({ state: "detached" });
    await button(page, `Make primary: ${king}`).click();
    await button(page, `Make primary: ${ada}`).waitFor();
    await button(page, `Remove ${ada}`).click();
    await dialog(page).getByRole("button", { name: "Remove address" }).click();
    await button(page, `Remove ${ada}`).waitFor({ state: "detached" });
    const [channel, ...others] = await (await user()).listContactChannels();
    expect(others).toEqual([]);
    expect(channel).toMatchObject({ value: king, isVerified: true, isPrimary: true, usedForAuth: true });
    expect(await accessibilityProblems(page)).toEqual([]);

    const choose = async (action: string) => {
      await button(page, "Actions").click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await button(page, "Actions").click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await button(page, "Actions").and(page.locator(":focus")).waitFor();
    await openPart(page, "Sign-in", "Why can this person not sign in?");
    const codes = page.getByRole("switch", { name: "Sign-in by email" });
    await codes.click();
    await codes.and(page.locator("[aria-checked=false][aria-busy=false]")).waitFor();
    await app.sendMagicLinkEmail(king, { callbackUrl: `${gatehouse.webUrl}/handler/magic-link-callback` });
    await page.reload();
    await choose("Send password reset link");
    await dialog(page).getByRole("button", { name: "Send email" }).click();
    await page.getByText(`The email is on its way to ${king}.`).waitFor();
    const { text } = await gatehouse.mailbox.waitFor({ to: king, subject: /password/i });
    expect(text).toContain("/handler/password-reset?");

    // The page says that codes do not sign the user in, and has what switches them on.
    await openPart(page, "Sign-in", "Why can this person not sign in?");
    await page.getByRole("listitem").filter({ hasText: "Codes that were asked for and not sent" }).waitFor();
    await codes.click();
    await expect.poll(async () => (await user()).otpAuthEnabled).toBe(true);

    await choose("Impersonate");
    await dialog(page).getByRole("button", { name: "Start session" }).click();
    await dialog(page).getByText("document.cookie", { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
    await card(page, "Sessions").getByText("Impersonation", { exact: true }).waitFor();

    await choose("Delete user");
    await dialog(page).getByLabel("Type “delete” to confirm").fill("delete");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await page.waitForURL("**/users");
    expect(await app.getUser(userId)).toBeNull();
  });
});
