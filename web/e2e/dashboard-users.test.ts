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

type NewUser = { displayName?: string; primaryEmail?: string; primaryEmailVerified?: boolean; password?: string };

/** The list of a new project's users, of whom the last is the newest. */
async function openUsers(users: NewUser[] = [], search = "") {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  for (const user of users) await project.app.createUser(user);
  const path = `/projects/${project.id}/users${search}`;
  const page = await visitSignedIn(browser, gatehouse, owner, path, /Failed to load resource/);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  return { page, app: project.app };
}

const people = [
  { displayName: "Ada", primaryEmail: "ada@example.com", primaryEmailVerified: true },
  { displayName: "Grace", primaryEmail: "grace@example.com", password: "correct horse battery" },
  { displayName: "Karen" },
];

const table = (page: Page) => page.getByRole("table", { name: "Users" });
const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });
const selected = (page: Page) => page.getByRole("region", { name: "Selected users" });

/** Waits until the table has these users, in this order. */
async function shows(page: Page, expected: string[]) {
  await page.waitForFunction((expected) => {
    const links = [...document.querySelectorAll("table a")].map((link) => link.textContent);
    return JSON.stringify(links) === JSON.stringify(expected);
  }, expected);
}

async function filter(page: Page, chip: string, choice: string) {
  await page.getByRole("search", { name: "Filters" }).getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  await page.keyboard.press("Escape");
}

describe("the list of users", () => {
  it("is filtered by chips that the address keeps, and says how many users there are", async ({ expect }) => {
    const { page } = await openUsers(people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await page.getByText("3 users have an account in this project.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await filter(page, "Sign-in method", "Password");
    await shows(page, ["Grace"]);
    await page.waitForURL("**/users?method=password");
    await page.getByRole("button", { name: "Remove the filter Sign-in method" }).click();
    await filter(page, "Email", "Verified");
    await shows(page, ["Ada"]);
    await page.reload();
    await shows(page, ["Ada"]);
    await page.getByRole("button", { name: "Email: Verified" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await filter(page, "State", "Anonymous");
    await page.getByText("No user is what all the filters ask for.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all users" }).click();
    await shows(page, ["Karen", "Grace", "Ada"]);
  });

  it("is narrowed down to a team and to days of sign-up", async ({ expect }) => {
    const { page, app } = await openUsers(people);
    const team = await app.createTeam({ displayName: "Bakers" });
    await team.addUser((await app.listUsers({ query: "grace" }))[0]?.id ?? "");
    await page.getByRole("button", { name: "Team", exact: true }).click();
    await dialog(page, /^Members of a team/)
      .getByRole("button", { name: "Show members" })
      .click();
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

  it("is sorted by its columns, which are chosen and kept in the browser", async ({ expect }) => {
    const { page } = await openUsers(people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await table(page).getByRole("button", { name: "Signed up" }).click();
    await shows(page, ["Ada", "Grace", "Karen"]);
    await page.waitForURL("**/users?order=oldest");
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
    expect(await table(page).getByRole("columnheader", { name: "Last active" }).count()).toBe(0);
  });

  it("teaches how to create the first user, and creates one, whom it shows without a reload", async ({ expect }) => {
    const { page, app } = await openUsers();
    await page.getByText("No users yet").waitFor();
    await page.getByText("serverApp.createUser", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create user" }).first().click();
    await page.waitForURL("**/users?open=create");
    const form = dialog(page, /^Create user/);
    await form.getByLabel("Display name").fill("Ada");
    await form.getByLabel("Email").fill("ada@example.com");
    await form.getByRole("button", { name: "Create user" }).click();
    await shows(page, ["Ada"]);
    await page.getByText("1 user has an account in this project.").waitFor();
    const [ada] = await app.listUsers();
    expect(ada).toMatchObject({ displayName: "Ada", primaryEmail: "ada@example.com" });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByText("await serverApp.createUser(", { exact: false }).last().waitFor();
  });

  it("loads more as it is scrolled, on a phone too, where nothing is wider than the screen", async ({ expect }) => {
    const many = Array.from({ length: 60 }, (_, number) => ({ displayName: `Person ${number}` }));
    const { page } = await openUsers(many);
    await page.setViewportSize({ width: 390, height: 844 });
    await table(page).getByRole("link", { name: "Person 59" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.waitForFunction(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return [...document.querySelectorAll("table a")].at(-1)?.textContent === "Person 0";
    });
    expect(await table(page).getByRole("link", { name: "Person 59" }).count()).toBe(0);
  });
});

describe("the selected users", () => {
  it("are made members of a team, those who are some already included", async ({ expect }) => {
    const { page, app } = await openUsers(people);
    const team = await app.createTeam({ displayName: "Bakers" });
    await team.addUser((await app.listUsers({ query: "grace" }))[0]?.id ?? "");
    await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
    await selected(page).getByText("3 users selected").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await selected(page).getByRole("button", { name: "Add to team" }).click();
    await dialog(page, /^Add 3 users to a team/)
      .getByRole("button", { name: "Add to team" })
      .click();
    await dialog(page, /^Add to Bakers/)
      .getByText("3 users are members now.")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await team.listUsers()).toHaveLength(3);
  });

  it("are deleted after a confirmation; who could not be stays selected, with the reason", async ({ expect }) => {
    const { page, app } = await openUsers(people);
    await shows(page, ["Karen", "Grace", "Ada"]);
    await page.getByRole("checkbox", { name: "Select Ada" }).check();
    await page.getByRole("checkbox", { name: "Select Grace" }).check();
    const [ada] = await app.listUsers({ query: "ada" });
    await page.route(`**/api/v1/users/${ada?.id}`, (route) => route.fulfill({ status: 403, body: "Not today." }));
    await selected(page).getByRole("button", { name: "Delete" }).click();
    const question = dialog(page, /^Delete 2 users\?/);
    expect(await question.getByRole("button", { name: "Delete users" }).isDisabled()).toBe(true);
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
