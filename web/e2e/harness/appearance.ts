import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openAppearance(gatehouse: Gatehouse, tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/appearance`, tolerated);
  const card = page.getByRole("region", { name: "Appearance", exact: true });
  await card.waitFor();
  const signIn = `${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`;
  return { page, card, project, owner, signIn };
}
