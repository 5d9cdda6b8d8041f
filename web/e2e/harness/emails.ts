import { newOwner, ownMailServer } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** A new project, which sends by a server of its own where it has one, and a page of an owner on `path` of its emails. */
export async function openEmails(
  gatehouse: Gatehouse,
  path: string,
  { hasServer = false, before = async (_: Project) => "" } = {},
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  if (hasServer) await project.update({ config: { emailConfig: { type: "standard", ...ownMailServer(gatehouse) } } });
  const more = await before(project);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/emails${path}${more}`);
  await page.getByRole("navigation", { name: "Emails" }).waitFor();
  return { page, project };
}

type Project = Awaited<ReturnType<Awaited<ReturnType<typeof newOwner>>["createProject"]>>;
