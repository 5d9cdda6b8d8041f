import type { Page } from "playwright-core";
import { newOwnedProject, newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser, visitSignedIn } from "./browser";
import { card } from "./locators";

const browser = await sharedBrowser();

type NewUser = { displayName?: string; primaryEmail?: string; primaryEmailVerified?: boolean; password?: string };

/** The list of a new project's users, of whom the last is the newest. */
export async function openUsers(gatehouse: Gatehouse, users: NewUser[] = [], search = "", config = {}) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bakery", config);
  for (const user of users) await project.app.createUser(user);
  const path = `/projects/${project.id}/users${search}`;
  const page = await visitSignedIn(browser, gatehouse, owner, path, /Failed to load resource/);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  return { page, app: project.app };
}

export const people = [
  { displayName: "Ada", primaryEmail: "ada@example.com", primaryEmailVerified: true },
  { displayName: "Grace", primaryEmail: "grace@example.com", password: "correct horse battery" },
  { displayName: "Karen" },
];

export const table = (page: Page) => page.getByRole("table", { name: "Users" });

export const selected = (page: Page) => page.getByRole("region", { name: "Selected users" });

/** Waits until the table has these users, in this order. */
export async function shows(page: Page, expected: string[]) {
  await page.waitForFunction((expected) => {
    const links = [...document.querySelectorAll("table a")].map((link) => link.textContent);
    return JSON.stringify(links) === JSON.stringify(expected);
  }, expected);
}

export async function filter(page: Page, chip: string, choice: string) {
  await page.getByRole("search", { name: "Filters" }).getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  await page.keyboard.press("Escape");
}

const password = "correct horse battery staple 7";

/** A project with a user in a team, its owner, and a page of the owner's at the user. */
export async function openUser(
  gatehouse: Gatehouse,
  {
    part = "",
    email = "ada@example.com",
    methods = { credentialEnabled: true, magicLinkEnabled: true },
  }: { part?: string; email?: string; methods?: { credentialEnabled: boolean; magicLinkEnabled: boolean } } = {},
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bookshop",
    teamId: owner.selectedTeam?.id ?? "",
    config: {
      ...methods,
      allowUserApiKeys: true,
      oauthProviders: [{ id: "google", type: "shared" }],
    },
  });
  const { app, id } = project;
  await project.updateConfig({ "payments.items.credits": { displayName: "Credits", customerType: "user" } } as never);
  const created = await app.createUser({
    displayName: "Ada Lovelace",
    primaryEmail: email,
    primaryEmailAuthEnabled: true,
    password: methods.credentialEnabled ? password : undefined,
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

export async function openPart(page: Page, name: string, heading = name) {
  await page.getByRole("navigation", { name: "Parts of the user" }).getByRole("link", { name, exact: true }).click();
  await card(page, heading).waitFor();
}

/** A PNG image of one pixel. */
export const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
