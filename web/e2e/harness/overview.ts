import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

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

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
