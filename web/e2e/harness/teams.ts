import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** A project with users and a team of the first of them, and what of it is opened: the list, or the team. */
export async function openTeams(gatehouse: Gatehouse, open: (teamId: string) => string = () => "") {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Press", teamId: owner.selectedTeam?.id ?? "" });
  await project.updateConfig({
    "domains.trustedDomains.site": { baseUrl: "https://press.example.com", handlerPath: "/handler" },
    "apiKeys.enabled.team": true,
    "payments.items.seats": { displayName: "Seats", customerType: "team" },
  });
  const ada = await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
  const grace = await project.app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
  const team = await project.app.createTeam({ displayName: "Analysts", creatorUserId: ada.id });
  const path = `/projects/${project.id}/teams${open(team.id)}`;
  const page = await visitSignedIn(browser, gatehouse, owner, path, /Failed to load resource/);
  return { page, project, team, ada, grace };
}

export const list = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");

export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
