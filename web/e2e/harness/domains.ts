import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openDomains(gatehouse: Gatehouse, tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/domains`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Domains" }).waitFor();
  return { page, project, owner };
}
