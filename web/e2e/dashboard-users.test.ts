import { readFile } from "node:fs/promises";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { dialog } from "./harness/locators";
import { openUsers, people, shows } from "./harness/users";

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
    expect(lines[0]).toMatch(/^id,display_name,primary_email,primary_email_verified,.*,is_anonymous,restricted_at,/);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.test"")",e@a.test,true,`);
    expect(lines[2]).toContain(",Ada,ada@example.com,true,");
    expect(lines).toHaveLength(4);
    await form.getByRole("button", { name: "Done" }).click();
    await page.waitForURL("**/users?email=verified");
  });
});
