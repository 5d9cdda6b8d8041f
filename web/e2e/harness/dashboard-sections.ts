import type { Page } from "playwright-core";
import { newOwnedProject, newOwner, ownMailServer } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser, visitSignedIn } from "./browser";
import { dialog } from "./locators";

const browser = await sharedBrowser();

/** Opens the overview of a project with such users: all have a password, and Karen may sign in by code too. */
export async function openOverview(gatehouse: Gatehouse, names: readonly string[], search = "", tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bakery",
    teamId: owner.selectedTeam?.id ?? "",
    config: { magicLinkEnabled: true },
  });
  for (const name of names) {
    const email = { primaryEmail: `${name.toLowerCase()}@example.com`, primaryEmailAuthEnabled: true };
    const methods = { password: "analytical engine", otpAuthEnabled: name === "Karen" };
    await project.app.createUser({ displayName: name, ...email, ...methods });
  }
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/overview${search}`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Bakery" }).waitFor();
  return { app: project.app, page };
}

export async function openAppearance(gatehouse: Gatehouse, tolerated?: RegExp) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/appearance`, tolerated);
  const card = page.getByRole("region", { name: "Appearance", exact: true });
  await card.waitFor();
  const signIn = `${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`;
  return { page, card, project, owner, signIn };
}

export async function openDomains(gatehouse: Gatehouse, tolerated?: RegExp) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/domains`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Domains" }).waitFor();
  return { page, project, owner };
}

export async function openSignInMethods(gatehouse: Gatehouse, tolerated?: RegExp) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/sign-in-methods`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Sign-in methods" }).waitFor();
  const config = async () => (await project.app.getProject()).config;
  return { page, config, project, owner };
}

export async function newProject(gatehouse: Gatehouse) {
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  const open = (path: string) => visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`);
  return { project, open };
}

/**
 * Makes a project, and opens `path` of its emails as an owner. With `hasServer` the project sends by a server of its own.
 */
export async function openEmails(
  gatehouse: Gatehouse,
  path: string,
  { hasServer = false, before = async (_: Project) => "" } = {},
) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bakery");
  if (hasServer) await project.update({ config: { emailConfig: { type: "standard", ...ownMailServer(gatehouse) } } });
  const more = await before(project);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/emails${path}${more}`);
  await page.getByRole("navigation", { name: "Emails" }).waitFor();
  return { page, project };
}

type Project = Awaited<ReturnType<Awaited<ReturnType<typeof newOwner>>["createProject"]>>;

export async function openVault(gatehouse: Gatehouse) {
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/data-vault`);
  await page.getByRole("heading", { level: 1, name: "Data vault" }).waitFor();
  return { page, project };
}

export async function createStore(page: Page, name: string) {
  await page.getByRole("button", { name: "Create store" }).click();
  const form = dialog(page, "Create a store");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Create store" }).click();
  await form.waitFor({ state: "detached" });
}

export const vaultSecret = "wIyVQqSmBVGKYVtdyAN3LGPWWTSYBBtLpXbCsuLwcpI=";

/** The permissions of a new project, and the project. */
export async function openPermissions(gatehouse: Gatehouse, search = "", allowed = /Failed to load resource/) {
  const { owner, project } = await newOwnedProject(gatehouse, "Press");
  for (const [id, containedPermissionIds] of [
    ["reader", ["$read_members"]],
    ["editor", ["reader"]],
  ] as const) {
    await project.app.createTeamPermissionDefinition({ id, containedPermissionIds: [...containedPermissionIds] });
  }
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/permissions${search}`, allowed);
  await page.getByRole("heading", { level: 1, name: "Permissions" }).waitFor();
  return { page, project };
}

export const definitionRows = (page: Page) =>
  page.getByRole("list", { name: "Permissions", exact: true }).getByRole("listitem");

/** The permissions that were defined since the project was created. */
export const ownDefinitions = async ({ app }: Awaited<ReturnType<typeof openPermissions>>["project"]) =>
  (await app.listTeamPermissionDefinitions())
    .filter(({ id }) => !/^\$|^team_/.test(id))
    .map(({ id, containedPermissionIds }) => ({ id, containedPermissionIds }));

export async function openSettings(
  gatehouse: Gatehouse,
  path: "settings" | "settings/configuration",
  tolerated?: RegExp,
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({
    displayName: "Bakery",
    teamId: owner.selectedTeam?.id ?? "",
    config: { oauthProviders: [{ id: "google", type: "standard", clientId: "client-1", clientSecret: "secret-1" }] },
  });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`, tolerated);
  return { page, project };
}

export const configEditor = (page: Page) => page.getByRole("textbox", { name: "Configuration as JSON" });

/** The whole document: the page itself has only the lines that are in sight, so it is copied. */
export async function documentOf(page: Page): Promise<string> {
  await page.locator(".cm-content").waitFor();
  await configEditor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  return configEditor(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData("text/plain");
  });
}

/** Edits the document as a person would: by its text. */
export async function replace(page: Page, before: string | RegExp, after: string) {
  const text = await documentOf(page);
  await page.keyboard.insertText(text.replace(before, after));
}

export const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

export const field = (page: Page) => palette(page).getByRole("combobox");

/** The command of this name, where Enter would run it. */
export const active = (page: Page, name?: string | RegExp) =>
  palette(page).locator("[role=option][data-focused]").filter({ hasText: name });

/** The audit log of a project with a user, whose name is a formula of spreadsheets. */
export async function openAuditLog(gatehouse: Gatehouse, path = "") {
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  const user = await project.app.createUser({ displayName: "=1+1", primaryEmail: "ada@example.com" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/audit-log${path}`);
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  return { page, project, user, owner };
}

const table = (page: Page) => page.getByRole("table", { name: "Audit log" });

export const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ hasNot: page.getByRole("columnheader") });
