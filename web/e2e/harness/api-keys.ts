import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function newProject(gatehouse: Gatehouse) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const open = (path: string) => visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`);
  return { project, open };
}
