import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { adminRequest } from "./site-project";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** The owner of a new project, and their team, which has no other member. */
export async function newOwnerOf(gatehouse: Gatehouse, displayName: string) {
  const owner = await newOwner(gatehouse);
  const team = owner.selectedTeam;
  if (!team) throw new Error("The new owner has no team");
  const project = await owner.createProject({ displayName, teamId: team.id });
  return { owner, team, project };
}

/** A project of a team with these further members, opened by its creator. */
export async function openOwners(gatehouse: Gatehouse, { others = 0 } = {}) {
  const { owner: creator, team, project } = await newOwnerOf(gatehouse, "Bakery");
  const members = await Promise.all(Array.from({ length: others }, () => newOwner(gatehouse)));
  for (const { id } of members) await adminRequest(gatehouse, "POST", `/team-memberships/${team.id}/${id}`, {});
  const page = await visitSignedIn(
    browser,
    gatehouse,
    creator,
    `/projects/${project.id}/owners`,
    /Failed to load resource/,
  );
  await page.getByRole("heading", { level: 1, name: "Owners" }).waitFor();
  return { page, creator, team, project, members };
}

export const rows = (page: Page) => page.getByRole("list", { name: "Members", exact: true }).getByRole("listitem");
