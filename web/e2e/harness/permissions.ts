import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** The permissions of a new project, and the project. */
export async function openPermissions(gatehouse: Gatehouse, search = "", allowed = /Failed to load resource/) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Press", teamId: owner.selectedTeam?.id ?? "" });
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

export const rows = (page: Page) => page.getByRole("list", { name: "Permissions", exact: true }).getByRole("listitem");

/** The permissions that were defined since the project was created. */
export const ownDefinitions = async ({ app }: Awaited<ReturnType<typeof openPermissions>>["project"]) =>
  (await app.listTeamPermissionDefinitions())
    .filter(({ id }) => !/^\$|^team_/.test(id))
    .map(({ id, containedPermissionIds }) => ({ id, containedPermissionIds }));
