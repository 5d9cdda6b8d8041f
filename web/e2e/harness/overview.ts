import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export async function openOverview(gatehouse: Gatehouse, names: readonly string[], search = "", tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  for (const name of names) {
    const email = { primaryEmail: `${name.toLowerCase()}@example.com`, primaryEmailAuthEnabled: true };
    await project.app.createUser({ displayName: name, ...email, password: "analytical engine" });
  }
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/overview${search}`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Bakery" }).waitFor();
  return { app: project.app, page };
}

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
