import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { dialog } from "./harness/locators";
import { filter, openUsers, people, selected, shows, table } from "./harness/users";

const gatehouse = await sharedGatehouse();

describe("the list of users", () => {
  it("is narrowed down to a team and to days of sign-up", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, people);
    const team = await app.createTeam({ displayName: "Bakers" });
    await team.addUser((await app.listUsers({ query: "grace" }))[0]?.id ?? "");
    await page.getByRole("button", { name: "Team", exact: true }).click();
    const teams = dialog(page, /^Members of a team/);
    await teams.getByRole("button", { name: "Show members" }).click();
    await teams.getByText("Choose a team.").waitFor();
    await teams.getByRole("radio", { name: "Bakers" }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await teams.getByRole("button", { name: "Show members" }).click();
    await shows(page, ["Grace"]);
    await page.getByRole("button", { name: "Team: Bakers" }).waitFor();
    await page.getByRole("button", { name: "Remove the filter Team" }).click();
    await page.getByRole("button", { name: "Signed up", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Choose days…" }).click();
    const days = dialog(page, /^Signed up/);
    await days.getByLabel("First day").fill("2020-01-02");
    await days.getByLabel("Last day").fill("2020-01-01");
    await days.getByRole("button", { name: "Show users" }).click();
    await days.getByText("Choose a day that is not before the first one.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await days.getByLabel("Last day").fill("2020-01-03");
    await days.getByRole("button", { name: "Show users" }).click();
    await page.getByText("No user is what all the filters ask for.").waitFor();
    await page.waitForURL("**/users?since=2020-01-02&until=2020-01-03");
    await page.getByRole("button", { name: "Remove all filters" }).click();
    await shows(page, ["Karen", "Grace", "Ada"]);
  });

  it("is searched by /, and selected in ranges with Shift; ? shows the shortcuts, which can be switched off", async ({
    expect,
  }) => {
    const { page } = await openUsers(gatehouse, people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await table(page).getByRole("checkbox", { name: "Karen" }).click();
    await table(page)
      .getByRole("checkbox", { name: "Ada" })
      .click({ modifiers: ["Shift"] });
    await selected(page).getByText("3 users selected").waitFor();
    await table(page)
      .getByRole("checkbox", { name: "Grace" })
      .click({ modifiers: ["Shift"] });
    await selected(page).getByText("1 user selected").waitFor();
    // No user is suspended, anonymous or has a second factor: the column would be empty.
    expect(await table(page).getByRole("columnheader", { name: "State" }).count()).toBe(0);
    await page.keyboard.press("/");
    await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("?gra");
    await page.getByRole("searchbox").fill("gra");
    await page.getByText("1 result", { exact: true }).waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    const shortcuts = dialog(page, "Keyboard shortcuts");
    await shortcuts.getByText("Search everything, and run commands").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shortcuts.getByRole("switch", { name: "Shortcuts of a single key" }).click();
    await shortcuts.getByRole("button", { name: "Done" }).click();
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await dialog(page, "Search and commands").waitFor();
    expect(await shortcuts.count()).toBe(0);
  });

  it("is sorted by its columns, which are chosen and kept in the browser", async ({ expect }) => {
    const { page } = await openUsers(gatehouse, people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await table(page).getByRole("button", { name: "Signed up" }).click();
    await shows(page, ["Ada", "Grace", "Karen"]);
    await page.waitForURL("**/users?order=oldest");
    await table(page).getByRole("button", { name: "User" }).click();
    await page.waitForURL("**/users?sort=name");
    // The order is the same as before.
    await table(page).locator("th[aria-sort=ascending]").filter({ hasText: "User" }).waitFor();
    await shows(page, ["Ada", "Grace", "Karen"]);
    await table(page).getByRole("button", { name: "User" }).click();
    await page.waitForURL("**/users?sort=name&order=z-a");
    await shows(page, ["Karen", "Grace", "Ada"]);
    await table(page).getByRole("button", { name: "Last active" }).click();
    await page.getByText("No users found").waitFor();
    await page.getByRole("button", { name: "Show all users" }).click();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "ID" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Last active" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.reload();
    await table(page).getByRole("columnheader", { name: "ID" }).waitFor();
    await expect.poll(() => table(page).getByRole("columnheader", { name: "Last active" }).count()).toBe(0);
  });

  it("fits a window of 1280 pixels with the columns that are shown at first", async ({ expect }) => {
    const long = {
      displayName: "Wolfeschlegelsteinhausenbergerdorff",
      primaryEmail: "wolfeschlegelsteinhausenbergerdorff@example.com",
      password: "correct horse battery",
    };
    const { page, app } = await openUsers(gatehouse, [long]);
    const [user] = await app.listUsers();
    await user?.update({ totpMultiFactorSecret: new Uint8Array(20), otpAuthEnabled: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await table(page).getByText("Second factor", { exact: true }).waitFor();
    const box = table(page).locator("..");
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it("loads more as it is scrolled, on a phone too, where nothing is wider than the screen", async ({ expect }) => {
    const many = Array.from({ length: 60 }, (_, number) => ({ displayName: `Person ${number}` }));
    const { page } = await openUsers(gatehouse, many);
    await page.setViewportSize({ width: 390, height: 844 });
    await table(page).getByRole("link", { name: "Person 59" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const box = table(page).locator("..");
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.waitForFunction(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return [...document.querySelectorAll("table a")].at(-1)?.textContent === "Person 0";
    });
    await expect.poll(() => table(page).getByRole("link", { name: "Person 59" }).count()).toBe(0);
  });

  it("is filtered by chips that the address keeps, and says how many users there are", async ({ expect }) => {
    const { page } = await openUsers(gatehouse, people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await page.getByText("3 users have an account in this project.").waitFor();
    await filter(page, "Sign-in method", "Password");
    await shows(page, ["Grace"]);
    await page.waitForURL("**/users?method=password");
    const remove = page.getByRole("button", { name: "Remove the filter Sign-in method" });
    await remove.click();
    // A choice is added to the filters that are shown.
    await remove.waitFor({ state: "detached" });
    await filter(page, "Email", "Verified");
    await shows(page, ["Ada"]);
    await page.reload();
    await shows(page, ["Ada"]);
    await page.getByRole("button", { name: "Email: Verified" }).waitFor();
    await filter(page, "State", "Anonymous");
    await page.getByText("No user is what all the filters ask for.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all users" }).click();
    await shows(page, ["Karen", "Grace", "Ada"]);
  });
});

describe("the selected users", () => {
  it("are made members of a team, those who are some already included", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, people);
    const team = await app.createTeam({ displayName: "Bakers" });
    await team.addUser((await app.listUsers({ query: "grace" }))[0]?.id ?? "");
    await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
    await selected(page).getByText("3 users selected").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await selected(page).getByRole("button", { name: "Add to team" }).click();
    const teams = dialog(page, /^Add 3 users to a team/);
    await teams.getByRole("radio", { name: "Bakers" }).check();
    await teams.getByRole("button", { name: "Add to team" }).click();
    await dialog(page, /^Add to Bakers/)
      .getByText("3 users are members now.")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await team.listUsers()).toHaveLength(3);
  });

  it("are all of the list, also those that are not loaded, page by page until that is cancelled", async ({
    expect,
  }) => {
    const { page } = await openUsers(
      gatehouse,
      Array.from({ length: 53 }, (_, number) => ({ displayName: `User ${number}` })),
    );
    const held: (() => void)[] = [];
    // The list's own further pages, which have another length, do not arrive.
    await page.route(/\/users\?.*limit=500/, () => undefined);
    await page.route(/\/users\?.*limit=1000/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.fallback();
    });
    await page.reload();
    await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
    await selected(page).getByText("50 users selected").waitFor();
    await selected(page).getByRole("button", { name: "Select all users of the list" }).click();
    await selected(page).getByText("0 users read").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await selected(page).getByRole("button", { name: "Cancel" }).click();
    await selected(page).getByRole("button", { name: "Select all users of the list" }).click();
    // The read that is on its way is that of both.
    await expect.poll(() => held.length).toBe(1);
    for (const each of held) each();
    await selected(page).getByText("53 users selected").waitFor();
    await expect
      .poll(() => selected(page).getByRole("button", { name: "Select all users of the list" }).count())
      .toBe(0);
  });

  it("are suspended with a reason, listed as such, and let in again", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    for (const name of ["Grace", "Ada"]) await table(page).getByRole("checkbox", { name }).click();
    await selected(page).getByRole("button", { name: "Suspend", exact: true }).click();
    const form = dialog(page, /^Suspend 2 users/);
    await form.getByLabel("Reason (optional)").fill("Spam");
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole("button", { name: "Suspend users" }).click();
    await form.getByText("2 users are suspended.").waitFor();
    await form.getByRole("button", { name: "Done" }).click();
    await table(page).getByText("Suspended", { exact: true }).nth(1).waitFor();
    await filter(page, "State", "Suspended");
    await shows(page, ["Grace", "Ada"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await table(page).getByRole("checkbox", { name: "Ada" }).click();
    await selected(page).getByRole("button", { name: "Lift suspensions" }).click();
    const lift = dialog(page, /^Lift the suspension of 1 user/);
    await lift.getByRole("button", { name: "Lift suspensions" }).click();
    await lift.getByText("1 user can sign in again.").waitFor();
    await lift.getByRole("button", { name: "Done" }).click();
    await shows(page, ["Grace"]);
    const [ada] = await app.listUsers({ query: "ada" });
    await ada?.createSession({});
  });

  it("are deleted after a confirmation; who could not be stays selected, with the reason", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await page.getByRole("checkbox", { name: "Select Ada" }).check();
    await page.getByRole("checkbox", { name: "Select Grace" }).check();
    const [ada] = await app.listUsers({ query: "ada" });
    await page.route(`**/api/v1/users/${ada?.id}`, (route) => route.fulfill({ status: 403, body: "Not today." }));
    await selected(page).getByRole("button", { name: "Delete" }).click();
    const question = dialog(page, /^Delete 2 users\?/);
    await expect.poll(() => question.getByRole("button", { name: "Delete users" }).isDisabled()).toBe(true);
    await question.getByLabel("Type “delete” to confirm").fill("delete");
    await question.getByRole("button", { name: "Delete users" }).click();
    await question.getByText("1 user is deleted.").waitFor();
    await question.getByText("Not today.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Done" }).click();
    await shows(page, ["Karen", "Ada"]);
    await selected(page).getByText("1 user selected").waitFor();
    expect((await app.listUsers()).map(({ displayName }) => displayName)).toEqual(["Ada", "Karen"]);
  });
});

describe("a file of users", () => {
  const csv = [
    "Name,E-Mail,Verified,Plan",
    'Ada,ada@example.com,yes,"{""plan"":""pro""}"',
    "Zoé,zoe@example.com,no,",
    "Karen,no address,no,",
    "Taken,taken@example.com,yes,",
  ].join("\n");

  /** The import's dialog, after this file was chosen. */
  async function choose(page: Page, name: string, text: string | Buffer) {
    await page.getByRole("button", { name: "Import and export" }).click();
    await page.getByRole("menuitem", { name: "Import users" }).click();
    await page.waitForURL(/open=import/);
    const form = dialog(page, /^Import users/);
    await form.getByLabel("File of users").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    return form;
  }

  it("is imported after its columns were mapped, and what failed can be downloaded", async ({ expect }) => {
    const { page, app } = await openUsers(gatehouse, [{ displayName: "Eve", primaryEmail: "taken@example.com" }]);
    const [eve] = await app.listUsers();
    await eve?.update({ primaryEmailAuthEnabled: true });
    const form = await choose(page, "users.csv", Buffer.from(csv, "latin1"));
    await form.getByText("The file is not UTF-8.", { exact: false }).waitFor();
    await form.getByText("Zoé · zoe@example.com", { exact: false }).waitFor();
    await form.getByRole("row", { name: "E-Mail ada@example.com" }).waitFor();
    await form.getByText("1 row is left out:").waitFor();
    await expect.poll(() => form.getByLabel("E-Mail").inputValue()).toBe("primary_email");
    await form.getByLabel("Plan").selectOption("server_metadata");
    await form.getByText('Email verified · Server metadata (JSON): {"plan":"pro"}', { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole("button", { name: "Import 3 users" }).click();
    await form.getByText("2 users are imported.").waitFor();
    await form.getByRole("region", { name: "Failures" }).getByText("taken@example.com").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      form.getByRole("button", { name: "Download what failed" }).click(),
    ]);
    const failed = await readFile(await download.path(), "utf8");
    expect(failed.split("\r\n").map((line) => line.split(",")[0])).toEqual(["\uFEFFName", "Karen", "Taken", ""]);
    expect(failed).toContain("Enter a valid email address");
    await form.getByRole("button", { name: "Done" }).click();
    await page.getByText("3 users have an account in this project.").waitFor();
    const [ada] = await app.listUsers({ query: "ada@" });
    expect(ada).toMatchObject({
      displayName: "Ada",
      primaryEmailVerified: true,
      serverMetadata: { plan: "pro" },
    });
    expect(await ada?.listContactChannels()).toMatchObject([{ value: "ada@example.com", usedForAuth: true }]);
  });

  it("of JSON is imported until it is cancelled, which is asked about where the dialog is closed", async ({
    expect,
  }) => {
    const { page, app } = await openUsers(gatehouse);
    const users = Array.from({ length: 2000 }, (_, number) => ({ display_name: `Person ${number}` }));
    const form = await choose(page, "users.json", JSON.stringify({ users }));
    await form.getByRole("button", { name: /^Import 2,?000 users$/ }).click();
    await form.getByText(/^[1-9]\d* of 2,000$/).waitFor();
    await form.getByRole("button", { name: "Close" }).click();
    const question = dialog(page, /^Stop the import\?/);
    await question.getByRole("button", { name: "Go on importing" }).click();
    await question.waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Close" }).click();
    await question.getByRole("button", { name: "Stop the import" }).click();
    await form.getByText(/^Cancelled with [\d,]+ left\.$/).waitFor();
    const imported = (await app.listUsers()).length;
    await form.getByText(`${imported} users are imported.`).waitFor();
    expect(imported).toBeLessThan(2000);
  });

  it("that is none says so", async ({ expect }) => {
    const { page } = await openUsers(gatehouse);
    const form = await choose(page, "users.json", "[1, 2]");
    await form.getByText("The file could not be read.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is exported as JSON, with the fields of the API", async ({ expect }) => {
    const { page } = await openUsers(gatehouse, people, "?open=export&order=oldest");
    const form = dialog(page, /^Export users/);
    await form.getByText("JSON", { exact: true }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      form.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    const users = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(users).toMatchObject([{ display_name: "Ada" }, { display_name: "Grace" }, { display_name: "Karen" }]);
  });
});
